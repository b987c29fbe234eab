fn candidate(choices: &mut Choices, n: i64) -> CircularList {
    let mut left = n + 1;
    let mut entries: Vec<*mut Entry> = Vec::new();
    while choices.object(&mut left) {
        let element = choices.range(0, n + 1) as i32;
        let entry = Entry { next: None, previous: std::ptr::null(), element };
        entries.push(Box::into_raw(Box::new(entry)));
    }
    for (place, &entry) in entries.iter().enumerate() {
        let next = entries[(place + 1) % entries.len()];
        // SAFETY: Both come from boxes.
        unsafe {
            (*entry).next = Some(&*next);
            (*next).previous = entry;
        }
    }
    // SAFETY: It comes from a box.
    CircularList { header: entries.first().map(|&e| unsafe { &*e }), size: entries.len() }
}

impl Drop for CircularList {
    fn drop(&mut self) {
        for entry in self.header.and_then(ring).unwrap_or_default() {
            // SAFETY: The entries come from boxes.
            drop(unsafe { Box::from_raw(std::ptr::from_ref(entry).cast_mut()) });
        }
    }
}
