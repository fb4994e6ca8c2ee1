/** Sends the mails that are due, each run once. */
import { nextInstant } from '@tallyboard/service-kit/subscriptions/schedule.ts';
import { whyNot } from './figures-action.ts';
import type { Mail, MailRun, MailStore, Recipient } from './mails.ts';
import type { ReleasedFigures } from './released-figures.ts';
import { isReleased, type ReleaseStore } from './releases.ts';
import type { ItemStore } from './shared-items.ts';
import type { SharedReport } from './shared-reports.ts';

/** Jira's notification of an issue. */
export interface Notification {
  readonly subject: string;
  readonly textBody: string;
  readonly htmlBody: string;
  readonly to: {
    readonly watchers: boolean;
    readonly assignee: boolean;
    readonly reporter: boolean;
    readonly voters: false;
    readonly users: readonly { readonly accountId: string }[];
    readonly groupIds: readonly string[];
  };
}

export interface SendPlace {
  readonly store: ItemStore<SharedReport>;
  readonly releases: ReleaseStore;
  readonly mails: MailStore;
  readonly compute: (
    report: SharedReport,
    options: Pick<Mail, 'zone'> & { readonly why: string },
  ) => Promise<ReleasedFigures>;
  /** The HTTP status of Jira's answer to the app. */
  readonly notify: (issue: string, notification: Notification) => Promise<number>;
  readonly now: () => number;
}

/** Called by the platform each hour. Of runs that were missed the last one is made. */
export async function sendDueMails(place: SendPlace): Promise<void> {
  const now = place.now();
  for (const mail of await place.mails.all()) {
    if (mail.state !== 'active' || mail.due > now) continue;
    const due = lastDue(mail, now);
    // A run that the platform ended is begun, and not made again.
    await run(place, mail, due, 'schedule');
    // It may have been changed or removed meanwhile.
    const kept = await place.mails.get(mail.id);
    if (kept) await place.mails.save({ ...kept, due: nextInstant(kept, now) ?? NEVER });
  }
}

/** Sends it to all recipients, besides its schedule. */
export const sendMailNow = (place: SendPlace, mail: Mail): Promise<void> =>
  run(place, mail, place.now(), 'test');

const NEVER = Number.MAX_SAFE_INTEGER;

function lastDue(mail: Mail, now: number): number {
  let last = mail.due;
  for (let at: number | null = last; at !== null && at <= now; at = nextInstant(mail, at))
    last = at;
  return last;
}

async function run(place: SendPlace, mail: Mail, due: number, cause: string): Promise<void> {
  const begun: MailRun = { due, cause, finished: null, sent: false, detail: '' };
  if (!(await place.mails.begin(mail.id, begun))) return;
  const outcome = await send(place, mail).catch((error: unknown) => {
    console.warn(error);
    return { sent: false, detail: whyNot(error) };
  });
  await place.mails.finish(mail.id, { ...begun, ...outcome, finished: place.now() });
}

async function send(place: SendPlace, mail: Mail): Promise<Pick<MailRun, 'sent' | 'detail'>> {
  const report = await place.store.get(mail.report);
  const none = (detail: string) => ({ sent: false, detail });
  if (!report) return none('The saved report was deleted.');
  if (!(await isReleased(place, report)))
    return none('Nothing was sent: an administrator has not released the report as it is now.');
  const { text, html, complete } = await place.compute(report, {
    zone: mail.zone,
    why: `Sent by Tallyboard as a notification of ${mail.issueKey}: totals of three or more issues, computed by the app. Ask who shares the report to end it.`,
  });
  const status = await place.notify(mail.issue, {
    subject: `${report.name} (Tallyboard)`.slice(0, MAX_SUBJECT),
    textBody: text,
    htmlBody: html,
    to: recipientsOf(mail.to),
  });
  if (status < 300)
    return { sent: true, detail: complete ? '' : 'Not all data were received: the mail says so.' };
  return none(REFUSALS[status] ?? `Jira answered the notification with ${status}.`);
}

const MAX_SUBJECT = 255;

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'Jira has no recipient of the notification: those that are named are gone, or the issue has none.',
  403: 'The app may not notify of this issue, or mail is switched off in this Jira.',
  404: 'The issue was deleted, or the app may not see it.',
};

function recipientsOf(to: readonly Recipient[]): Notification['to'] {
  const has = (kind: Recipient['kind']) => to.some(each => each.kind === kind);
  return {
    watchers: has('watchers'),
    assignee: has('assignee'),
    reporter: has('reporter'),
    voters: false,
    users: to.flatMap(each => (each.kind === 'user' ? [{ accountId: each.id }] : [])),
    groupIds: to.flatMap(each => (each.kind === 'group' ? [each.id] : [])),
  };
}
