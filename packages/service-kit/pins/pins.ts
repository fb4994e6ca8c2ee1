/** Pins of saved reports, the same for the server and the command line: what may be pinned, and what a reader is shown of it. */
import { type PeoplePolicy, writePeoplePolicy } from '@tallyboard/core/people/people-policy.ts';
import {
  type ComparedPin,
  DIFFERS,
  isSameValue,
  OTHER_RIGHTS,
  type PinContent,
  type PinFigures,
  type PinJson,
  readPinFigures,
} from '@tallyboard/engine/pins/pin-schema.ts';
import type { Pin } from '@tallyboard/server-store/pins.ts';

/** In characters. */
export const MAX_NOTE = 500;
const MAX_FIGURES = 10_000;
const MAX_ISSUES = 50_000;

/** A note that can be kept; else why not. */
export function readNote(given: unknown): { readonly note: string } | { readonly problem: string } {
  if (typeof given !== 'string' || given.trim() === '')
    return { problem: 'Say in a note why it is pinned, such as "before the re-estimate".' };
  const note = given.trim();
  return [...note].length > MAX_NOTE
    ? { problem: `The note is longer than ${MAX_NOTE} characters.` }
    : { note };
}

interface PinRequest {
  readonly report: string;
  readonly owner: string | null;
  readonly note: string;
  /** The definition of the saved report. */
  readonly view: Readonly<Record<string, unknown>>;
  readonly content: PinContent;
  readonly now: number;
  /** A real Jira is asked for each hundred issues. */
  readonly maxIssues?: number;
}

/** A pin that can be kept; else why not. */
export function makePin({
  content: { asOf, issues, hash, ...figures },
  view,
  now,
  maxIssues = MAX_ISSUES,
  ...own
}: PinRequest): { readonly pin: Pin } | { readonly problem: string } {
  const { length } = figures.values;
  if (length === 0) return { problem: 'The report has no figures now: there is nothing to pin.' };
  if (length > MAX_FIGURES)
    return { problem: `A pin keeps at most ${MAX_FIGURES} figures, and these are ${length}.` };
  if (issues.length > maxIssues)
    return {
      problem: `A pin keeps at most ${maxIssues} issues, and these are ${issues.length}. Narrow the query.`,
    };
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  const question = { view, timeZone: figures.timeZone };
  const pin = { ...own, id, createdMs: now, asOfMs: Date.parse(asOf), question, figures, issues };
  return { pin: { ...pin, hash } };
}

/**
 * Whether a policy of today lets a reader see what was pinned: figures on people under the same policy, and where that shows
 * everybody their own, to who pinned them.
 */
export function allowsPinned(policy: PeoplePolicy, pin: Pin, mine: boolean): boolean {
  const { people } = readPinFigures(pin.figures);
  if (policy.kind === 'all' || people === undefined) return true;
  return people === writePeoplePolicy(policy) && (mine || policy.kind === 'groups-of');
}

/** By the keys of figures. */
export const pinnedValues = ({ figures }: Pin): ReadonlyMap<string, number | null> =>
  new Map(readPinFigures(figures).values.map(({ key, value }) => [key, value]));

/** What a reader may know of a pin. */
export interface PinReader {
  /** Every issue of the pin is visible to them, or they made it. */
  readonly sees: boolean;
  /** They get aggregated figures alone. */
  readonly aggregate: boolean;
  readonly mine: boolean;
  readonly removable: boolean;
  /** The name of the author. */
  readonly author: string | null;
  /** The name of the saved report. */
  readonly name: string;
}

function headOf(
  pin: Pin,
  { timeZone, complete, eyes }: PinFigures,
  { sees, aggregate, mine, removable, author, name }: PinReader,
) {
  return {
    id: pin.id,
    savedReport: pin.report,
    name,
    asOf: new Date(pin.asOfMs).toISOString(),
    created: new Date(pin.createdMs).toISOString(),
    author: aggregate ? null : author,
    ...(!aggregate && { note: pin.note }),
    mine,
    removable,
    shown: sees,
    ...(!sees && { why: OTHER_RIGHTS }),
    ...(sees && { timeZone, complete, ...(eyes !== undefined && { eyes }) }),
    ...(sees && !aggregate && { issues: pin.issues.length, hash: pin.hash }),
  };
}

/** A pin as a reader sees it. It names no issue. */
export function pinJson(pin: Pin, reader: PinReader): PinJson {
  const figures = readPinFigures(pin.figures);
  const { sees, aggregate } = reader;
  const isOpen = openTo(reader, figures);
  return {
    ...headOf(pin, figures, reader),
    ...(sees && {
      headline: figures.headline.filter(isOpen),
      figures: figures.values.filter(isOpen),
    }),
    ...(sees && aggregate && { headline: [] }),
  };
}

const openTo = ({ aggregate }: PinReader, ...all: readonly PinFigures[]) => {
  const folded = new Set(aggregate ? all.flatMap(each => each.folded) : []);
  return ({ key }: { readonly key: string }) => !folded.has(key);
};

interface Computed {
  readonly content: PinContent | null;
  /** Why there are no figures. */
  readonly problem?: string | undefined;
}

/** A pin beside what the reader gets of its question as of its time, and now. */
export function comparePin(
  pin: Pin,
  reader: PinReader,
  { replayed, now }: { readonly replayed: Computed; readonly now: Computed },
): ComparedPin {
  const figures = readPinFigures(pin.figures);
  const head = headOf(pin, figures, reader);
  if (!reader.sees) return { ...head, now: null, doubts: [] };
  const all = [figures, ...[replayed, now].flatMap(({ content }) => content ?? [])];
  const isOpen = openTo(reader, ...all);
  const [was, is] = [replayed, now].map(valuesOf);
  const compared = figures.values.filter(isOpen).map(({ key, value, unit }) => ({
    key,
    ...(unit !== undefined && { unit }),
    pinned: value,
    replayed: was?.get(key) ?? null,
    now: is?.get(key) ?? null,
  }));
  const differs =
    replayed.content !== null && compared.some(each => !isSameValue(each.pinned, each.replayed));
  return {
    ...head,
    now: now.content?.asOf ?? null,
    ...(!reader.aggregate && {
      headline: figures.headline.map(({ key, label, text }) => ({
        key,
        label,
        pinned: text,
        replayed: textOf(replayed, key),
        now: textOf(now, key),
      })),
    }),
    figures: compared,
    differs: differs ? DIFFERS : null,
    doubts: [...new Set([replayed, now].flatMap(({ problem }) => problem ?? []))],
  };
}

const valuesOf = ({ content }: Computed) =>
  new Map(content?.values.map(({ key, value }) => [key, value]));

const textOf = ({ content }: Computed, key: string): string | null =>
  content?.headline.find(each => each.key === key)?.text ?? null;
