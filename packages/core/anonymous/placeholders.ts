/** Made-up names in place of those of a dataset: the same for the same name of a kind, numbered as they come. */

import { JIRAS_NAMES, type SiteNameKind } from './jira-names.ts';

const KEY = /(?<![\p{L}\p{N}_])([\p{Lu}][\p{Lu}\p{N}_]*)-\d+(?![\p{L}\p{N}])/gu;

export class Placeholders {
  readonly #kinds = new Map<string, Map<string, string>>();
  readonly #ofSite = new Map<SiteNameKind, Map<string, string>>();
  readonly #byText = new Map<string, string>();
  readonly #projects = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** 'Person 3'; an empty name stays. `id` tells names apart that are the same. */
  of(kind: string, name: string, id = name): string {
    if (name.trim() === '') return name;
    const known = this.#kinds.get(kind) ?? new Map<string, string>();
    this.#kinds.set(kind, known);
    const placeholder = known.get(id) ?? `${kind} ${known.size + 1}`;
    known.set(id, placeholder);
    for (const text of [name.trim().toLowerCase(), id])
      if (!this.#byText.has(text)) this.#byText.set(text, placeholder);
    return placeholder;
  }

  /** 'Status 3' for a name that people of the site gave, the same in any case; Jira's own names stay. */
  ofSite(kind: SiteNameKind, name: string): string {
    const lower = name.trim().toLowerCase();
    if (lower === '' || JIRAS_NAMES[kind].has(lower)) return name;
    const known = this.#ofSite.get(kind) ?? new Map<string, string>();
    this.#ofSite.set(kind, known);
    const placeholder = known.get(lower) ?? `${kind} ${known.size + 1}`;
    known.set(lower, placeholder);
    return placeholder;
  }

  /** The placeholder of a name, in any case, or of an id; null for others. */
  find = (text: string): string | null =>
    this.#byText.get(text.trim().toLowerCase()) ?? this.#byText.get(text) ?? null;

  project(key: string): string {
    const placeholder = this.#projects.get(key) ?? `P${this.#projects.size + 1}`;
    this.#projects.set(key, placeholder);
    return placeholder;
  }

  /** 'P1-7' for the key of an issue. */
  key(key: string): string {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    const project = this.project(key.replace(/-\d+$/, ''));
    const number = (this.#counts.get(project) ?? 0) + 1;
    this.#counts.set(project, number);
    this.#keys.set(key, `${project}-${number}`);
    return `${project}-${number}`;
  }

  /** A text of ours with the keys of issues replaced. */
  keysIn = (text: string): string =>
    text.replace(KEY, (key, project: string) =>
      this.#projects.has(project) ? this.key(key) : key,
    );

  /** The key of an issue or a project as its placeholder; null for another text. */
  keyOf(text: string): string | null {
    const project = this.#projects.get(text);
    if (project !== undefined) return project;
    const match = /^([\p{Lu}][\p{Lu}\p{N}_]*)-\d+$/u.exec(text);
    return match?.[1] !== undefined && this.#projects.has(match[1]) ? this.key(text) : null;
  }
}
