//! `search.h`: trees that the library keeps for a program; `search_tables` has the rest.
//!
//! New nodes keep a tree balanced just as in glibc, because `twalk` shows its shape: on the way down, a node
//! with two red children becomes red and they black, and two red nodes in a row are rotated. Removing a node
//! does not, so `twalk` is not modelled after it.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use super::alloc::{free, malloc};
use super::machine::pikse_vm_unsupported;

type Compare = unsafe extern "C" fn(*const c_void, *const c_void) -> c_int;

/// A node of a tree; programs read its first field.
#[repr(C)]
pub struct Node {
    key: *const c_void,
    less: *mut Node,
    more: *mut Node,
    is_red: bool,
}

/// Whether a node was ever removed from a tree.
static mut REMOVED: bool = false;

unsafe fn is_red(node: *const Node) -> bool {
    !node.is_null() && (*node).is_red
}

/// The places of a node, of its parent and of the parent of that, with the sides that lead down: whether
/// the key is greater.
struct Down {
    at: *mut *mut Node,
    parent: *mut *mut Node,
    grandparent: *mut *mut Node,
    is_more: bool,
    parent_is_more: bool,
}

/// Makes a node red and its children black, if both are red or it is new. Two red nodes in a row are
/// rotated then.
unsafe fn split(down: &Down, is_new: bool) {
    let node = *down.at;
    let (less, more) = ((*node).less, (*node).more);
    if !(is_new || is_red(less) && is_red(more)) {
        return;
    }
    (*node).is_red = true;
    for child in [less, more] {
        if !child.is_null() {
            (*child).is_red = false;
        }
    }
    if down.parent.is_null() || !(**down.parent).is_red {
        return;
    }
    let (parent, top) = (*down.parent, *down.grandparent);
    (*top).is_red = true;
    if down.is_more == down.parent_is_more {
        // The parent becomes the top.
        (*parent).is_red = false;
        *down.grandparent = parent;
        if down.is_more {
            (*top).more = (*parent).less;
            (*parent).less = top;
        } else {
            (*top).less = (*parent).more;
            (*parent).more = top;
        }
        return;
    }
    // The node becomes the top.
    ((*parent).is_red, (*node).is_red) = (true, false);
    *down.grandparent = node;
    if down.is_more {
        ((*parent).more, (*top).less) = (less, more);
        ((*node).less, (*node).more) = (parent, top);
    } else {
        ((*parent).less, (*top).more) = (more, less);
        ((*node).less, (*node).more) = (top, parent);
    }
}

/// The place of a key: null at its end if there is none.
unsafe fn place(key: *const c_void, root: *mut *mut Node, compare: Compare) -> *mut *mut Node {
    let mut at = root;
    while !(*at).is_null() {
        let order = compare(key, (**at).key);
        if order == 0 {
            break;
        }
        at = if order < 0 { &raw mut (**at).less } else { &raw mut (**at).more };
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tsearch(
    key: *const c_void,
    root: *mut *mut Node,
    compare: Compare,
) -> *mut Node {
    if root.is_null() {
        return null_mut();
    }
    if !(*root).is_null() {
        (**root).is_red = false;
    }
    let nowhere = null_mut();
    let mut down = Down {
        at: root,
        parent: nowhere,
        grandparent: nowhere,
        is_more: false,
        parent_is_more: false,
    };
    let (mut next, mut is_more) = (root, false);
    while !(*next).is_null() {
        let node = *next;
        let order = compare(key, (*node).key);
        if order == 0 {
            return node;
        }
        split(&down, false);
        is_more = order > 0;
        next = if is_more { &raw mut (*node).more } else { &raw mut (*node).less };
        if (*next).is_null() {
            break;
        }
        down = Down {
            at: next,
            parent: down.at,
            grandparent: down.parent,
            is_more,
            parent_is_more: down.is_more,
        };
    }
    let new = malloc(size_of::<Node>()).cast::<Node>();
    if new.is_null() {
        return new;
    }
    *new = Node { key, less: null_mut(), more: null_mut(), is_red: true };
    *next = new;
    if next != down.at {
        let last = Down {
            at: next,
            parent: down.at,
            grandparent: down.parent,
            is_more,
            parent_is_more: down.is_more,
        };
        split(&last, true);
    }
    new
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tfind(
    key: *const c_void,
    root: *const *mut Node,
    compare: Compare,
) -> *mut Node {
    if root.is_null() { null_mut() } else { *place(key, root.cast_mut(), compare) }
}

/// Returns the parent of the removed node; the root itself has some other address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tdelete(
    key: *const c_void,
    root: *mut *mut Node,
    compare: Compare,
) -> *mut c_void {
    if root.is_null() || (*root).is_null() {
        return null_mut();
    }
    let (mut at, mut parent) = (root, root.cast::<c_void>());
    loop {
        if (*at).is_null() {
            return null_mut();
        }
        let order = compare(key, (**at).key);
        if order == 0 {
            break;
        }
        parent = (*at).cast();
        at = if order < 0 { &raw mut (**at).less } else { &raw mut (**at).more };
    }
    REMOVED = true;
    let gone = *at;
    if (*gone).less.is_null() || (*gone).more.is_null() {
        *at = if (*gone).less.is_null() { (*gone).more } else { (*gone).less };
    } else {
        let mut next = &raw mut (*gone).more;
        while !(**next).less.is_null() {
            next = &raw mut (**next).less;
        }
        let taken = *next;
        *next = (*taken).more;
        ((*taken).less, (*taken).more) = ((*gone).less, (*gone).more);
        *at = taken;
    }
    free(gone.cast());
    parent
}

type Free = unsafe extern "C" fn(*mut c_void);

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tdestroy(root: *mut Node, release: Free) {
    if root.is_null() {
        return;
    }
    pikse_libc_tdestroy((*root).less, release);
    pikse_libc_tdestroy((*root).more, release);
    release((*root).key.cast_mut());
    free(root.cast());
}

/// Shows the nodes of a tree: those without children once, others before, between and after their
/// children.
unsafe fn walk(node: *const Node, depth: c_int, show: &impl Fn(*const Node, c_int, c_int)) {
    if (*node).less.is_null() && (*node).more.is_null() {
        show(node, 3, depth);
        return;
    }
    show(node, 0, depth);
    if !(*node).less.is_null() {
        walk((*node).less, depth + 1, show);
    }
    show(node, 1, depth);
    if !(*node).more.is_null() {
        walk((*node).more, depth + 1, show);
    }
    show(node, 2, depth);
}

unsafe fn require_shape() {
    if REMOVED {
        pikse_vm_unsupported(c"twalk after tdelete".as_ptr());
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_twalk(
    root: *const Node,
    action: Option<unsafe extern "C" fn(*const Node, c_int, c_int)>,
) {
    if let Some(action) = action.filter(|_| !root.is_null()) {
        require_shape();
        walk(root, 0, &|node, visit, depth| action(node, visit, depth));
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_twalk_r(
    root: *const Node,
    action: Option<unsafe extern "C" fn(*const Node, c_int, *mut c_void)>,
    closure: *mut c_void,
) {
    if let Some(action) = action.filter(|_| !root.is_null()) {
        require_shape();
        walk(root, 0, &|node, visit, _| action(node, visit, closure));
    }
}
