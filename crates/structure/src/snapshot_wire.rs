//! Snapshots on their way from one process to another, as compact JSON.
//!
//! `{"roots": [[NAME, VALUE]], "objects": [[NAME, CLASS, STATE, [[NAME, VALUE]]]]}`; a value
//! is `null`, a number, a bool, a list, `{"ref": N}`, `{"name": TEXT}` or `{"wild": N}`.

use serde_json::{Value as Json, json};

use crate::snapshot::{ObjectState, Snapshot, SnapshotObject, SnapshotValue};

const STATES: [ObjectState; 4] =
    [ObjectState::Live, ObjectState::New, ObjectState::Freed, ObjectState::Lost];

impl Snapshot {
    /// The snapshot, to be sent.
    pub fn to_wire(&self) -> Json {
        let named = |fields: &[(String, SnapshotValue)]| -> Vec<Json> {
            fields.iter().map(|(name, value)| json!([name, to_wire(value)])).collect()
        };
        let objects: Vec<Json> = self
            .objects
            .iter()
            .map(|o| json!([o.name, o.class, o.state.word(), named(&o.fields)]))
            .collect();
        json!({"roots": named(&self.roots), "objects": objects})
    }

    /// A snapshot that was sent; nothing if it is damaged.
    pub fn from_wire(wire: &Json) -> Option<Snapshot> {
        let objects = wire["objects"].as_array()?;
        let named = |fields: &Json| -> Option<Vec<(String, SnapshotValue)>> {
            let field = |field: &Json| {
                Some((field[0].as_str()?.to_owned(), from_wire(&field[1], objects.len())?))
            };
            fields.as_array()?.iter().map(field).collect()
        };
        let object = |wire: &Json| {
            let state = wire[2].as_str()?;
            Some(SnapshotObject {
                name: wire[0].as_str()?.to_owned(),
                class: wire[1].as_str()?.to_owned(),
                state: STATES.into_iter().find(|known| known.word() == state)?,
                fields: named(&wire[3])?,
            })
        };
        let read: Option<Vec<SnapshotObject>> = objects.iter().map(object).collect();
        Some(Snapshot { roots: named(&wire["roots"])?, objects: read? })
    }
}

fn to_wire(value: &SnapshotValue) -> Json {
    match value {
        SnapshotValue::Null => Json::Null,
        SnapshotValue::Int(int) => json!(int),
        SnapshotValue::Bool(bool) => json!(bool),
        SnapshotValue::Name(name) => json!({"name": name}),
        SnapshotValue::Ref(number) => json!({"ref": number}),
        SnapshotValue::Wild(address) => json!({"wild": address}),
        SnapshotValue::Array(values) => values.iter().map(to_wire).collect(),
    }
}

fn from_wire(wire: &Json, objects: usize) -> Option<SnapshotValue> {
    Some(match wire {
        Json::Null => SnapshotValue::Null,
        Json::Number(number) => SnapshotValue::Int(number.as_i64()?),
        Json::Bool(bool) => SnapshotValue::Bool(*bool),
        Json::Array(values) => SnapshotValue::Array(
            values.iter().map(|value| from_wire(value, objects)).collect::<Option<_>>()?,
        ),
        Json::Object(object) => {
            if let Some(name) = object.get("name") {
                SnapshotValue::Name(name.as_str()?.to_owned())
            } else if let Some(number) = object.get("ref") {
                let number = usize::try_from(number.as_u64()?).ok()?;
                SnapshotValue::Ref(Some(number).filter(|&number| number < objects)?)
            } else {
                SnapshotValue::Wild(object.get("wild")?.as_u64()?)
            }
        }
        Json::String(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshots_survive_the_way() {
        let all = vec![
            ("null".to_owned(), SnapshotValue::Null),
            ("int".to_owned(), SnapshotValue::Int(-3)),
            ("bool".to_owned(), SnapshotValue::Bool(true)),
            ("name".to_owned(), SnapshotValue::Name("RED".to_owned())),
            ("ref".to_owned(), SnapshotValue::Ref(1)),
            ("wild".to_owned(), SnapshotValue::Wild(u64::MAX)),
            ("array".to_owned(), SnapshotValue::Array(vec![SnapshotValue::Ref(0)])),
        ];
        let object = |name: &str, state, fields| SnapshotObject {
            name: name.to_owned(),
            class: "node".to_owned(),
            state,
            fields,
        };
        let snapshot = Snapshot {
            roots: all.clone(),
            objects: vec![
                object("node0", ObjectState::New, all),
                object("node1", ObjectState::Freed, Vec::new()),
            ],
        };
        let wire = snapshot.to_wire();
        assert_eq!(Snapshot::from_wire(&wire), Some(snapshot));
        // A reference to an object that is not there is damage.
        let damaged = wire.to_string().replace("{\"ref\":1}", "{\"ref\":2}");
        let damaged = serde_json::from_str(&damaged).expect("it is JSON");
        assert_eq!(Snapshot::from_wire(&damaged), None);
    }
}
