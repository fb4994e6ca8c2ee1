import type { Instant } from '@tallyboard/core/time/units.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';

/** The age of the issues of a mirror. */
export interface DataAge {
  readonly site: string;
  /** The mirror has all changes before this instant; null during the first round. */
  readonly asOf: Instant | null;
  /** The present for figures: now, or the time of old data. */
  readonly present: Instant;
  /** Issues in the mirror, and the expected number during the first round. */
  readonly issues: number;
  readonly expected: number | null;
  /** Issues of the mirror that the reader may not see. */
  readonly hidden: number;
  /** Why the mirror is not updated; null while it is. */
  readonly trouble: string | null;
}

/** Asks our own server; null without a mirror or an answer. */
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
  const mirror = recordOf(recordOf(value).mirror);
  const number = (name: string) => {
    const found = mirror[name];
    return typeof found === 'number' ? found : null;
  };
  const present = number('present');
  const { text } = recordOf(mirror.trouble);
  if (present === null) return null;
  return {
    site: String(mirror.site),
    asOf: number('asOf'),
    present,
    issues: number('issues') ?? 0,
    expected: number('expected'),
    hidden: number('hidden') ?? 0,
    trouble: typeof text === 'string' ? text : null,
  };
}

/** Whether figures are as of the data, because it is old. */
export const isOld = (age: DataAge): boolean => age.present === age.asOf;

/** The present for figures; `now` without a mirror. */
export function presentOf(age: DataAge | null, instant: Instant): Instant {
  return age && isOld(age) ? age.present : instant;
}
