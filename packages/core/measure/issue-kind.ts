/**
 * Returns a function from the name of an issue type to its kind: its last word in lower case and singular. Service
 * projects prefix names ('[System] Incident'), teams qualify them ('Production bug').
 */
export function kindReader(): (name: string) => string {
  const kinds = new Map<string, string>();
  return name => {
    let kind = kinds.get(name);
    if (kind === undefined) {
      const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
      kind = (words.at(-1) ?? '').replace(/^(incident|problem|bug)s$/, '$1');
      kinds.set(name, kind);
    }
    return kind;
  };
}
