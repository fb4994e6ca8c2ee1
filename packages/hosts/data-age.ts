import type { Instant } from '@tallyboard/core/time/units.ts';
import type { RequestFunction } from '@tallyboard/jira/transport.ts';

/** How old the issues are, where a host shows a copy of a Jira. */
export interface DataAge {
  /** Address of the Jira. */
  readonly site: string;
  /** All that changed before this instant is in the copy; null while a first copy is made. */
  readonly asOf: Instant | null;
  /** What figures take for the present: now, or the time of the data where that is old. */
  readonly present: Instant;
  /** Issues in the copy, and how many there will be while a first one is made. */
  readonly issues: number;
  readonly expected: number | null;
  /** Why it is not kept fresh; null while it is. */
  readonly trouble: string | null;
}

/** Asks our own server; null where the issues are no copy, and where it does not say. */
export async function fetchDataAge(request: RequestFunction): Promise<DataAge | null> {
  const reply = await request({ method: 'GET', path: '/replica/mirror' }).catch(() => null);
  if (reply?.status !== 200) return null;
  try {
    return parseDataAge(JSON.parse(reply.body));
  } catch {
    return null;
  }
}

function parseDataAge(value: unknown): DataAge | null {
  const mirror = member(value, 'mirror');
  const number = (name: string) => {
    const found = member(mirror, name);
    return typeof found === 'number' ? found : null;
  };
  const present = number('present');
  const trouble = member(member(mirror, 'trouble'), 'text');
  if (present === null) return null;
  return {
    site: String(member(mirror, 'site')),
    asOf: number('asOf') as Instant | null,
    present: present as Instant,
    issues: number('issues') ?? 0,
    expected: number('expected'),
    trouble: typeof trouble === 'string' ? trouble : null,
  };
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Whether figures are of the time of the data, because it is old. */
export const isOld = (age: DataAge): boolean => age.present === age.asOf;

/** What figures take for the present, where without a copy they would take the given instant. */
export function presentOf(age: DataAge | null, instant: Instant): Instant {
  return age && isOld(age) ? age.present : instant;
}
