//! Source files, and those sources that are no files.

use std::path::Path;

use serde_json::{Value, json};

use super::adapter::Adapter;
use super::requests::{Reply, Request};

/// Modules that a request gets at most.
const MOST: usize = 1000;

impl Adapter<'_> {
    /// A source as the protocol names it: by its path, or by a number if there is no such file.
    pub(super) fn source_of(&mut self, path: &str) -> Value {
        let name = path.rsplit('/').next().unwrap_or(path);
        if Path::new(path).is_file() {
            return json!({ "name": name, "path": path });
        }
        let known = self.sources.iter().position(|known| known == path);
        let number = 1 + known.unwrap_or_else(|| {
            self.sources.push(path.to_string());
            self.sources.len() - 1
        });
        json!({ "name": name, "path": path, "sourceReference": number })
    }

    /// The path of a source that the client names.
    pub(super) fn path_of(&self, source: &Value) -> Option<String> {
        let number = source.get("sourceReference").and_then(Value::as_u64).filter(|number| *number > 0);
        match number {
            Some(number) => self.sources.get(usize::try_from(number).ok()?.checked_sub(1)?).cloned(),
            None => source.get("path").and_then(Value::as_str).map(str::to_string),
        }
    }

    pub(super) fn loaded_sources(&mut self) -> Reply {
        let files = self.session()?.source_files();
        let sources: Vec<Value> = files.iter().map(|file| self.source_of(&file.path)).collect();
        Ok(json!({ "sources": sources }))
    }

    pub(super) fn modules(&mut self, request: &Request) -> Reply {
        let files = self.session()?.source_files();
        let count = request.size("moduleCount").filter(|count| *count > 0).unwrap_or(MOST).min(MOST);
        let shown = files.iter().skip(request.size("startModule").unwrap_or(0)).take(count);
        let module = |file: &ttd_debug::views::SourceFile| {
            let name = Path::new(&file.path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            json!({ "id": file.path, "name": name, "path": file.path, "isUserCode": file.program })
        };
        Ok(json!({ "modules": shown.map(module).collect::<Vec<_>>(), "totalModules": files.len() }))
    }

    pub(super) fn source(&mut self, request: &Request) -> Reply {
        let mut source = request.arguments.get("source").cloned().unwrap_or_else(|| json!({}));
        if source.is_object() && source.get("sourceReference").is_none() {
            source["sourceReference"] = request.arguments.get("sourceReference").cloned().unwrap_or_default();
        }
        let path = self.path_of(&source).ok_or("There is no such source")?;
        // Only what the program runs is shown, not any file.
        let session = self.session()?;
        let is_known = session.source_files().iter().any(|file| file.path == path);
        let text = if is_known { session.source_text(&path) } else { None };
        let text = text.ok_or_else(|| format!("There is no source for {path}"))?;
        Ok(json!({ "content": text, "mimeType": "text/x-python" }))
    }
}
