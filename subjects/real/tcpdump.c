/* The printers of tcpdump, on one Ethernet packet of N bytes. Its addresses are zero: they would only
 * be printed. */
#include <config.h>
#include <netdissect-stdinc.h>
#include <netdissect.h>
#include <print.h>
#include <pikse.h>
#include <string.h>

enum { N = 42, ADDRESSES = 12 };

int main(void)
{
    unsigned char packet[N] = {0};
    pikse_symbolic(packet + ADDRESSES, N - ADDRESSES, "packet");
    netdissect_options options;
    memset(&options, 0, sizeof options);
    ndo_set_function_pointers(&options);
    options.program_name = "tcpdump";
    options.ndo_nflag = 1; /* numbers, not names: no server is asked */
    options.ndo_tflag = 1; /* no time */
    options.ndo_vflag = 1;
    options.ndo_snaplen = MAXIMUM_SNAPLEN;
    options.ndo_if_printer = get_if_printer(DLT_EN10MB);
    init_print(&options, 0, 0);
    struct pcap_pkthdr header;
    memset(&header, 0, sizeof header);
    header.caplen = header.len = sizeof packet;
    pretty_print_packet(&options, &header, packet, 1);
    return 0;
}
