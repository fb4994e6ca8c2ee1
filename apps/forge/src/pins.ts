/**
 * Pins of shared reports: figures as the page of somebody who may change the report computed them, and the ids of their issues. A
 * reader gets the figures of others only if every issue of them is visible to that reader now. Ids are sent to nobody.
 */
import { type Answer, problemOf, refuse } from './settings.ts';
import { type ReportLocation, reports } from './shared-reports.ts';

export interface StoredPin {
  readonly id: string;
  /** The saved report. */
  readonly report: string;
  readonly ownerId: string;
  readonly note: string;
  /** As the page wrote it. */
  readonly figures: object;
  readonly issues: readonly string[];
}

/** The part of the app's storage that is used. */
export interface PinStore {
  ofReport(report: string): Promise<readonly StoredPin[]>;
  /** Those of all reports. */
  all(): Promise<readonly StoredPin[]>;
  save(pin: StoredPin): Promise<void>;
  remove(report: string, id: string): Promise<void>;
}

export interface PinLocation extends ReportLocation {
  readonly pins: PinStore;
  /** Those of the issues that the calling user may see. */
  readonly visible: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

export const MAX_PINS = 20;
const MAX_NOTE = 500;
/** A function of the platform has 25 s to ask Jira for the issues of all pins, a hundred at a time. */
const MAX_ISSUES = 1000;

/** The oldest first. */
export async function listPins(place: PinLocation, payload: unknown): Promise<Answer> {
  const found = await reports.find(place, { id: memberOf(payload, 'report') });
  if (!found) return NOT_FOUND;
  const pins = await place.pins.ofReport(found.stored.id);
  return { status: 200, body: { pins: await shownTo(place, found, pins) } };
}

export async function addPin(place: PinLocation, payload: unknown): Promise<Answer> {
  const found = await reports.find(place, { id: memberOf(payload, 'report') });
  if (!found) return NOT_FOUND;
  if (place.account === null || !found.visible.editable)
    return refuse(403, 'Who may change the saved report may pin it. Save one of your own.');
  const pin = readPin(memberOf(payload, 'body'), found.stored.id, place.account);
  if (typeof pin === 'string') return refuse(400, pin);
  if ((await place.pins.ofReport(pin.report)).length >= MAX_PINS)
    return refuse(409, `A saved report has at most ${MAX_PINS} pins. Remove one first.`);
  await place.pins.save(pin);
  return { status: 200, body: (await shownTo(place, found, [pin]))[0] };
}

export async function removePin(place: PinLocation, payload: unknown): Promise<Answer> {
  const found = await reports.find(place, { id: memberOf(payload, 'report') });
  const all = found ? await place.pins.ofReport(found.stored.id) : [];
  const pin = all.find(({ id }) => id === memberOf(payload, 'pin'));
  if (!found || !pin) return NOT_FOUND;
  if (pin.ownerId !== place.account && !found.visible.manageable)
    return refuse(403, 'Its author and the owner of the saved report may remove it.');
  await place.pins.remove(pin.report, pin.id);
  return { status: 200, body: null };
}

/** Deletes a saved report, then its pins. */
export async function deleteWithPins(place: PinLocation, payload: unknown): Promise<Answer> {
  const answer = await reports.remove(place, payload);
  const id = memberOf(payload, 'id');
  if (answer.status !== 200 || typeof id !== 'string') return answer;
  for (const pin of await place.pins.ofReport(id)) await place.pins.remove(id, pin.id);
  return answer;
}

type Found = NonNullable<Awaited<ReturnType<typeof reports.find>>>;

async function shownTo(
  { account, visible }: PinLocation,
  { visible: report }: Found,
  pins: readonly StoredPin[],
) {
  const others = pins.filter(({ ownerId }) => ownerId !== account);
  const seen = await visible([...new Set(others.flatMap(({ issues }) => issues))]);
  return pins.map(({ id, ownerId, note, figures, issues }) => {
    const mine = ownerId === account;
    const shown = mine || issues.every(issue => seen.has(issue));
    return {
      ...(shown && figures),
      id,
      asOf: Reflect.get(figures, 'asOf'),
      author: null,
      authorId: ownerId,
      note,
      mine,
      removable: mine || report.manageable,
      shown,
    };
  });
}

/** A pin that can be stored, or why not. */
function readPin(body: unknown, report: string, ownerId: string): StoredPin | string {
  const { id, note, figures, issues } = Object(body) as Record<string, unknown>;
  if (typeof id !== 'string' || !/^[a-z\d]{8,40}$/.test(id))
    return 'The id of a pin is 8 to 40 letters and digits.';
  const text = typeof note === 'string' ? note.trim() : '';
  if (text === '') return 'Say in a note why it is pinned, such as "before the re-estimate".';
  if ([...text].length > MAX_NOTE) return `The note is longer than ${MAX_NOTE} characters.`;
  const problem = problemOf(figures);
  if (problem !== null) return problem;
  const asOf = memberOf(figures, 'asOf');
  if (typeof asOf !== 'string' || Number.isNaN(Date.parse(asOf)))
    return 'The time of the figures is missing.';
  if (!Array.isArray(issues) || !issues.every(isIssueId)) return 'The issues are missing.';
  if (issues.length > MAX_ISSUES)
    return `A pin of a shared report keeps at most ${MAX_ISSUES} issues, and these are ${issues.length}. Narrow the query.`;
  return { id, report, ownerId, note: text, figures: figures as object, issues };
}

const isIssueId = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,20}$/.test(value);

const memberOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

const NOT_FOUND = refuse(404, 'There is no such pin, or its saved report is not shared with you.');
