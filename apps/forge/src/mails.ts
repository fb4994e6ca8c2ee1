/**
 * Mails of released reports: Jira's own notification of an issue, at the times of a schedule, with figures that the app computed.
 * The pages call it as the subscriptions of a server.
 */
import { randomUUID } from 'node:crypto';
import { isRecord } from '@tallyboard/core/unknown.ts';
import {
  nextInstant,
  scheduleProblem,
  scheduleText,
} from '@tallyboard/service-kit/subscriptions/schedule.ts';
import { endRelease, isReleased, type ReleaseLocation } from './releases.ts';
import { type Answer, refuse } from './settings.ts';
import { reports } from './shared-reports.ts';

export type Recipient =
  | { readonly kind: 'watchers' | 'assignee' | 'reporter' }
  | { readonly kind: 'user' | 'group'; readonly id: string; readonly name: string };

export interface Mail {
  /** That of its report, '_' and its own. */
  readonly id: string;
  readonly report: string;
  readonly ownerId: string;
  readonly cron: string;
  readonly zone: string;
  /** The id of the issue whose notification it is; its key may change. */
  readonly issue: string;
  readonly issueKey: string;
  readonly to: readonly Recipient[];
  readonly state: 'active' | 'paused';
  /** The next run, in milliseconds. */
  readonly due: number;
}

/** What was done at a due time. */
export interface MailRun {
  readonly due: number;
  readonly cause: string;
  /** Null: it was begun, and the platform ended it. */
  readonly finished: number | null;
  readonly sent: boolean;
  readonly detail: string;
}

export interface MailStore {
  get(id: string): Promise<Mail | null>;
  ofReport(report: string): Promise<readonly Mail[]>;
  all(): Promise<readonly Mail[]>;
  save(mail: Mail): Promise<void>;
  /** With its runs. */
  remove(id: string): Promise<void>;
  /** False if the run was begun before: each is made once. */
  begin(id: string, run: MailRun): Promise<boolean>;
  finish(id: string, run: MailRun): Promise<void>;
  /** Latest first. */
  runs(id: string): Promise<readonly MailRun[]>;
}

/** Jira as the calling user sees it. */
export interface MailDirectory {
  /** Null: there is none, or the user may not see it. */
  issue(key: string): Promise<{ readonly id: string; readonly key: string } | null>;
  /** Groups and users whose name or address this is. */
  named(name: string): Promise<readonly Recipient[]>;
}

export interface MailLocation extends ReleaseLocation {
  readonly mails: MailStore;
  readonly directory: MailDirectory;
  readonly now: () => number;
  /** Sends a run of now. */
  readonly sendNow: (mail: Mail) => Promise<void>;
}

const MAX_MAILS = 20;
const MAX_RECIPIENTS = 20;
const WORDS = ['watchers', 'assignee', 'reporter'] as const;

export async function listMails(place: MailLocation, payload: unknown): Promise<Answer> {
  const found = await reports.find(place, { id: memberOf(payload, 'report') });
  if (!found) return NOT_FOUND;
  const { stored, visible } = found;
  const mails = await place.mails.ofReport(stored.id);
  // Recipients are named to who may change them.
  const shown = mails.filter(mail => visible.editable || mail.ownerId === place.account);
  return {
    status: 200,
    body: {
      subscriptions: shown.map(mail => ({
        id: mail.id,
        state: mail.state,
        why: '',
        whenText: `${scheduleText(mail)}, by ${mail.issueKey}`,
        next: new Date(mail.due).toISOString(),
        to: mail.to.map(to => ({ name: nameOf(to), unsubscribed: false })),
        file: null,
        owner: null,
        mine: mayChange(place, found.visible, mail),
      })),
      account: null,
      mail: true,
      eyes: false,
      released: await isReleased(place, stored),
      mayRelease: await place.isAdmin(),
      byIssue: true,
    },
  };
}

export async function addMail(place: MailLocation, payload: unknown): Promise<Answer> {
  const found = await reports.find(place, { id: memberOf(payload, 'report') });
  if (!found) return NOT_FOUND;
  if (place.account === null || !found.visible.editable)
    return refuse(403, 'Who may change the saved report may send it.');
  const { cron, zone, issue, to } = Object(memberOf(payload, 'body'));
  const schedule = { cron: String(cron), zone: String(zone) };
  const problem = scheduleProblem(schedule);
  if (problem !== null) return refuse(400, problem);
  const due = nextInstant(schedule, place.now());
  if (due === null) return refuse(400, `cron: '${schedule.cron}' never comes.`);
  const key = typeof issue === 'string' ? issue.trim() : '';
  if (!/^[A-Za-z][A-Za-z\d_]*-\d+$/.test(key))
    return refuse(400, `Name the issue whose notification is sent, such as OPS-12, not '${key}'.`);
  const known = await place.directory.issue(key);
  if (!known) return refuse(400, `The issue ${key} does not exist, or you may not see it.`);
  const recipients = await readRecipients(place.directory, to);
  if (typeof recipients === 'string') return refuse(400, recipients);
  if ((await place.mails.ofReport(found.stored.id)).length >= MAX_MAILS)
    return refuse(409, `A saved report has at most ${MAX_MAILS} subscriptions. Remove one first.`);
  await place.mails.save({
    id: `${found.stored.id}_${randomUUID().replaceAll('-', '')}`,
    report: found.stored.id,
    ownerId: place.account,
    ...schedule,
    issue: known.id,
    issueKey: known.key,
    to: recipients,
    state: 'active',
    due,
  });
  return { status: 200, body: { secrets: {} } };
}

/** `payload.body.state` pauses it or resumes it. */
export async function changeMail(place: MailLocation, payload: unknown): Promise<Answer> {
  const found = await findMail(place, payload);
  if ('status' in found) return found;
  const state = memberOf(memberOf(payload, 'body'), 'state');
  if (state !== 'active' && state !== 'paused')
    return refuse(400, "A subscription is 'active' or 'paused'.");
  const due = nextInstant(found.mail, place.now()) ?? found.mail.due;
  await place.mails.save({ ...found.mail, state, due });
  return { status: 200, body: null };
}

export async function removeMail(place: MailLocation, payload: unknown): Promise<Answer> {
  const found = await findMail(place, payload);
  if ('status' in found) return found;
  await place.mails.remove(found.mail.id);
  return { status: 200, body: null };
}

/** Ends the release and the mails of a report that was deleted. */
export async function endMailsOf(
  place: Pick<MailLocation, 'mails' | 'releases'>,
  report: string,
): Promise<void> {
  await endRelease(place, { id: report });
  for (const { id } of await place.mails.ofReport(report)) await place.mails.remove(id);
}

/** Sends it now, to all recipients. */
export async function testMail(place: MailLocation, payload: unknown): Promise<Answer> {
  const found = await findMail(place, payload);
  if ('status' in found) return found;
  await place.sendNow(found.mail);
  return { status: 200, body: null };
}

export async function mailHistory(place: MailLocation, payload: unknown): Promise<Answer> {
  const found = await findMail(place, payload);
  if ('status' in found) return found;
  const runs = await place.mails.runs(found.mail.id);
  return {
    status: 200,
    body: {
      runs: runs.map(({ due, cause, finished, sent, detail }) => ({
        due: new Date(due).toISOString(),
        cause,
        finished: finished === null ? null : new Date(finished).toISOString(),
        detail: finished === null ? 'It was begun and not finished.' : detail,
        messages: sent ? [{ to: found.mail.to.map(nameOf).join(', '), state: 'sent', detail }] : [],
      })),
    },
  };
}

type Visible = NonNullable<Awaited<ReturnType<typeof reports.find>>>['visible'];

const mayChange = (
  { account }: Pick<MailLocation, 'account'>,
  { manageable }: Visible,
  { ownerId }: Mail,
) => (account !== null && ownerId === account) || manageable;

async function findMail(
  place: MailLocation,
  payload: unknown,
): Promise<{ readonly mail: Mail } | Answer> {
  const id = memberOf(payload, 'id');
  const mail = typeof id === 'string' && /^\w{1,100}$/.test(id) ? await place.mails.get(id) : null;
  const found = mail && (await reports.find(place, { id: mail.report }));
  if (!mail || !found) return NOT_FOUND;
  if (!mayChange(place, found.visible, mail))
    return refuse(403, 'Its author and the owner of the saved report may change it.');
  return { mail };
}

/** Recipients, or why a name is none. */
async function readRecipients(
  directory: MailDirectory,
  names: unknown,
): Promise<readonly Recipient[] | string> {
  if (!Array.isArray(names) || names.length === 0 || !names.every(name => typeof name === 'string'))
    return 'Say who gets it: watchers, assignee, reporter, or names of groups and people.';
  if (names.length > MAX_RECIPIENTS) return `At most ${MAX_RECIPIENTS} recipients, or a group.`;
  const found: Recipient[] = [];
  for (const name of names.map(each => each.trim())) {
    const word = WORDS.find(each => each === name.toLowerCase());
    const known = word ? [{ kind: word }] : await directory.named(name);
    const [only, ...others] = known;
    if (!only)
      return `There is no group or person '${name}' in Jira. Write the name as Jira shows it.`;
    if (others.length > 0)
      return `'${name}' is the name of ${known.length} groups or people. Use a group with another name.`;
    found.push(only);
  }
  return found;
}

const nameOf = (to: Recipient): string =>
  to.kind === 'user' || to.kind === 'group' ? to.name : `${to.kind} of the issue`;

const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined;

const NOT_FOUND = refuse(
  404,
  'There is no such subscription, or its saved report is not shared. Share the report first: the app sends no others.',
);
