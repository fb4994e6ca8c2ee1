/** What a subscription is: when, to whom, and as what. */
import { asObject } from '@tallyboard/replica/data/shapes.ts';
import { type Recipient, readRecipient, recipientKey } from '../delivery/recipients.ts';
import { type Schedule, scheduleProblem, scheduleText } from './schedule.ts';

/** What the store of a site shows. */
export type StoreEventKind = 'sprint-closed' | 'version-released' | 'mirror-finished';
export const EVENTS = [
  'sprint-closed',
  'version-released',
  'mirror-finished',
  'alert',
] as const satisfies readonly (StoreEventKind | 'alert')[];

export interface StoreEvent {
  readonly event: StoreEventKind;
  /** Of a sprint: its board; of a version: its project. Null: any. */
  readonly of: string | null;
}

export interface AlertEvent {
  readonly event: 'alert';
  /** The id of the alert. */
  readonly of: string;
  /** Also when it is back. */
  readonly back: boolean;
}

export type When = Schedule | StoreEvent | AlertEvent;

/** Files that a mail may have attached. */
export const ATTACHMENTS = ['csv', 'xlsx', 'html', 'pdf'] as const;
export type Attachment = (typeof ATTACHMENTS)[number];

export interface Definition {
  readonly when: When;
  readonly recipients: readonly Recipient[];
  /** Null: none. */
  readonly file: Attachment | null;
}

const MAX_RECIPIENTS = 2_000;
/** An alert looks at the figures of each every day. */
const MAX_ALERTED = 100;

/** What is written of a subscription: members that are missing stay. */
export interface Given {
  readonly cron?: unknown;
  readonly zone?: unknown;
  readonly event?: unknown;
  readonly of?: unknown;
  readonly back?: unknown;
  readonly to?: unknown;
  readonly file?: unknown;
}

export interface Problem {
  readonly path: string;
  readonly text: string;
}

export const isProblem = (read: object): read is Problem => 'text' in read && 'path' in read;

interface DefinitionContext {
  /** Where none is given. */
  readonly zone: string;
  readonly isAccount: (name: string) => boolean;
  /** Those that may be attached. */
  readonly files?: readonly Attachment[] | null | undefined;
}

/** Reads what was written, over what there was. Returns why it cannot be. */
export function readDefinition(
  given: Given,
  before: Definition | null,
  { zone, isAccount, files = ATTACHMENTS }: DefinitionContext,
): Definition | Problem {
  const when = readWhen(given, before?.when ?? null, zone);
  if (isProblem(when)) return when;
  const recipients =
    given.to === undefined
      ? (before?.recipients ?? [])
      : readRecipients(given.to, before, isAccount);
  if (isProblem(recipients)) return recipients;
  if (recipients.length === 0)
    return {
      path: 'to',
      text: 'Say who gets it: accounts, e-mail addresses, webhooks or folders.',
    };
  if ('event' in when && when.event === 'alert' && recipients.length > MAX_ALERTED)
    return { path: 'to', text: `At most ${MAX_ALERTED} recipients wait for an alert.` };
  const file =
    given.file === undefined ? (before?.file ?? null) : readFile(given.file, files ?? ATTACHMENTS);
  if (file !== null && typeof file === 'object') return file;
  return { when, recipients, file };
}

const BACK_TEXT = "It is true or false, and goes with the event 'alert'.";

function readWhen(given: Given, before: When | null, zone: string): When | Problem {
  const { cron, event, of = null, back } = given;
  if (cron !== undefined && event !== undefined)
    return { path: 'event', text: 'Give either a schedule or an event.' };
  if (event !== undefined) {
    const kind = EVENTS.find(each => each === event);
    if (!kind) return { path: 'event', text: `'${event}' is none of ${EVENTS.join(', ')}.` };
    if (of !== null && typeof of !== 'string' && typeof of !== 'number')
      return { path: 'of', text: 'The id of a board, or the key of a project.' };
    if (kind === 'version-released' && of === null)
      return { path: 'of', text: 'Give the key of the project whose versions are meant.' };
    if (back !== undefined && (kind !== 'alert' || typeof back !== 'boolean'))
      return { path: 'back', text: BACK_TEXT };
    if (kind === 'alert') return { event: kind, of: String(of ?? ''), back: back === true };
    return { event: kind, of: of === null ? null : String(of) };
  }
  if (back !== undefined) {
    const isAlert = before !== null && 'event' in before && before.event === 'alert';
    if (!isAlert || typeof back !== 'boolean') return { path: 'back', text: BACK_TEXT };
    return { ...before, back };
  }
  const old = before && 'cron' in before ? before : null;
  if (cron === undefined && given.zone === undefined && before) return before;
  const schedule = { cron: cron ?? old?.cron, zone: given.zone ?? old?.zone ?? zone };
  if (typeof schedule.cron !== 'string' || typeof schedule.zone !== 'string')
    return { path: 'cron', text: "Say when: cron such as '0 8 * * MON', or an event." };
  const read = { cron: schedule.cron.trim(), zone: schedule.zone };
  const problem = scheduleProblem(read);
  if (problem === null) return read;
  const [path = 'cron', ...text] = problem.split(': ');
  return { path, text: text.join(': ') };
}

function readRecipients(
  given: unknown,
  before: Definition | null,
  isAccount: (name: string) => boolean,
): readonly Recipient[] | Problem {
  const texts = Array.isArray(given) ? given : String(given).split(',');
  const known = new Map((before?.recipients ?? []).map(each => [recipientKey(each), each]));
  const read = new Map<string, Recipient>();
  for (const text of texts) {
    if (typeof text !== 'string' || text.trim() === '') continue;
    const one = known.get(text.trim()) ?? readRecipient(text, isAccount);
    if ('problem' in one) return { path: 'to', text: one.problem };
    const key = recipientKey(one);
    // A webhook keeps its secret.
    read.set(key, known.get(key) ?? one);
  }
  if (read.size > MAX_RECIPIENTS)
    return { path: 'to', text: `At most ${MAX_RECIPIENTS.toLocaleString('en-US')} recipients.` };
  return [...read.values()];
}

function readFile(given: unknown, files: readonly Attachment[]): Attachment | null | Problem {
  if (given === null || given === 'none' || given === 'mail') return null;
  return (
    files.find(each => each === given) ?? {
      path: 'file',
      text: `'${given}' is none of ${files.join(', ')}, none.`,
    }
  );
}

/** The definition that is stored. */
export function definitionOf(document: Readonly<Record<string, unknown>>): Definition {
  const { when, recipients, file } = document as unknown as Definition;
  return { when, recipients, file: asObject(file) ? null : (file ?? null) };
}

const EVENT_TEXTS: Readonly<Record<StoreEventKind, (of: string | null) => string>> = {
  'sprint-closed': of =>
    of === null ? 'When a sprint is closed' : `When a sprint of board ${of} is closed`,
  'version-released': of => `When a version of ${of} is released`,
  'mirror-finished': () => 'When a round of the mirror has ended, at most once an hour',
};

export function whenText(when: When): string {
  if (!('event' in when)) return scheduleText(when);
  if (when.event !== 'alert') return EVENT_TEXTS[when.event](when.of);
  return `When alert ${when.of} fires${when.back ? ', and when it is back' : ''}`;
}
