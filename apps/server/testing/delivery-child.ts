import { DatabaseSync, StatementSync } from 'node:sqlite';
import { openStore } from '@tallyboard/server-store/store.ts';
import type { DeliverySettings } from '@tallyboard/service-kit/delivery/delivery-settings.ts';
import { sendMessages } from '@tallyboard/service-kit/delivery/send-messages.ts';
import { doRuns, planRuns } from '@tallyboard/service-kit/subscriptions/run-subscriptions.ts';

export interface DeliveryChild {
  readonly file: string;
  readonly now: number;
  /** The number of the statement before which it is killed; 0: none. */
  readonly last: number;
  readonly settings: DeliverySettings;
}

// One round of delivery at a given time. Prints the number of its statements.
const child = JSON.parse(process.argv[2] ?? '{}') as DeliveryChild;
const store = await openStore({ file: child.file });
let statements = 0;

function killBefore(prototype: object, name: string): void {
  const original = Reflect.get(prototype, name);
  Reflect.set(prototype, name, function (this: unknown, ...given: unknown[]) {
    statements += 1;
    if (statements === child.last) process.kill(process.pid, 'SIGKILL');
    return original.apply(this, given);
  });
}
for (const name of ['run', 'all']) killBefore(StatementSync.prototype, name);
killBefore(DatabaseSync.prototype, 'exec');

const now = () => child.now;
const onError = (error: unknown) => console.error(error);
const run = {
  store,
  now,
  onError,
  base: null,
  jira: null,
  isSite: false,
  problemOf: () => null,
  visitorOf: async (account: string) => ({
    account,
    name: account,
    signedIn: true,
    role: 'reader' as const,
    issuer: null,
    subject: null,
    groups: [],
    jiraAccountId: null,
  }),
  compute: async () => ({
    partial: null,
    message: {
      subject: 'Weekly look',
      summary: ['4 of 9 issues are done.'],
      figures: [],
      table: null,
      notes: [],
      picture: null,
      files: [],
      link: null,
      event: { type: 'report.sent', data: {} },
    },
  }),
};
await planRuns(run);
await doRuns(run);
const { settings } = child;
await sendMessages({ outbox: store.outbox, settings, base: 'http://localhost', now, onError });
process.stdout.write(`${statements}\n`);
process.exit(0);
