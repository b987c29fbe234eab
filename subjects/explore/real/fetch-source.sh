#!/bin/sh
# Fetches the source of a Debian package and unpacks it, with Debian's patches, into FOLDER/PACKAGE.
#
# Usage: fetch-source.sh PACKAGE FOLDER
#
# The system's own list of package sources is asked, for sources instead of programs; nothing of the
# system is changed.
set -eu
package=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists" "$work/state/lists/partial" "$work/cache/archives/partial" "$work/source"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    if [ -f "$list" ]; then
        sed -n 's/^deb /deb-src /p' "$list" > "$work/lists/$(basename "$list")"
    fi
done
for list in /etc/apt/sources.list.d/*.sources; do
    if [ -f "$list" ]; then
        sed 's/^Types:.*/Types: deb-src/' "$list" > "$work/lists/$(basename "$list")"
    fi
done
apt() {
    apt-get -qq -o Dir::Etc::sourcelist=- -o Dir::Etc::sourceparts="$work/lists" \
        -o Dir::State="$work/state" -o Dir::State::status=/var/lib/dpkg/status \
        -o Dir::Cache="$work/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}
apt update
cd "$work/source"
# A mirror may lack the sources of security updates: then the release's own version serves.
if ! apt source --download-only "$package"; then
    find "$work/lists" -name '*.list' -exec sed -i '/security/d' {} +
    for list in "$work"/lists/*.sources; do
        if [ -f "$list" ]; then
            # An entry is a paragraph.
            awk 'BEGIN { RS = ""; ORS = "\n\n" } !/security/' "$list" > "$work/kept"
            mv "$work/kept" "$list"
        fi
    done
    rm -rf "$work/state/lists" && mkdir -p "$work/state/lists/partial"
    apt update
    apt source --download-only "$package"
fi
mkdir upstream
tar xf "$(find . -name '*.orig.tar.*' ! -name '*.asc')" -C upstream --strip-components=1
if [ -f "$(echo ./*.debian.tar.*)" ]; then
    tar xf ./*.debian.tar.*
    for name in $(sed 's/[ #].*//' debian/patches/series 2> /dev/null); do
        patch -d upstream -p1 -s < "debian/patches/$name"
    done
fi
rm -rf "${folder:?}/$package"
mv upstream "$folder/$package"
