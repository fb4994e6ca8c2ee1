/** One case: records of a folder, a report over them, and the right values by every way in. */

export const WAYS = ['SQLite', 'PostgreSQL', 'Jira Cloud', 'Jira Data Center', 'mirror'] as const;
export type Way = (typeof WAYS)[number];

export interface Case {
  /** Folder of `fixtures/cases`. */
  readonly folder: string;
  readonly report: string;
  readonly jql: string;
  /** UTC where absent. */
  readonly zone?: string;
  /** Instant, ISO; the present where absent. */
  readonly asOf?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** By path in the result: members, positions, and `[name=value]` for the element of a list with that member. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** By path: the least and the greatest value that is right, of dates and forecasts. */
  readonly within?: Readonly<Record<string, readonly [string, string]>>;
  /** Codes of notes that must be there. */
  readonly notes?: readonly string[];
  /** Codes of notes that must not be there. */
  readonly absentNotes?: readonly string[];
  /** Keys of the issues that the reasons of the coverage name. */
  readonly named?: readonly string[];
  readonly complete: boolean;
  /** All ways where absent. */
  readonly ways?: readonly Way[];
}

/** Queries over the records of a folder: how many issues each finds; null where it is refused. */
export interface QueryCase {
  readonly folder: string;
  readonly counts: Readonly<Record<string, number | null>>;
}

/** The value at a path such as 'columns[label=To Do].all.value'; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const [, name, member, text] of path.matchAll(
    /([^.[\]]+)?(?:\[([^=\]]+)=([^\]]*)\])?\.?/g,
  )) {
    if (name !== undefined) found = memberOf(found, name);
    if (member !== undefined)
      found = Array.isArray(found)
        ? found.find(each => String(memberOf(each, member)) === text)
        : undefined;
  }
  return found;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
