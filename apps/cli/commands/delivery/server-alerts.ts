/** Alerts of a server, by the rights of the access key. */
import type { BackTest } from '@tallyboard/engine/alerts/back-test.ts';
import { path } from '@tallyboard/jira/address.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import type { AlertJson } from '@tallyboard/service-kit/alerts/alerts.ts';
import { type GivenAlert, givenAlert } from '@tallyboard/service-kit/alerts/definition.ts';
import { CommandError, UsageError } from '../../command.ts';
import { throwRefused } from '../../delivery/subscriptions.ts';

/** Alerts where the command line finds them: in a data folder, or on a server. */
export interface AlertPlace {
  /** Those on a saved report; without one all. */
  list(name?: string): Promise<readonly AlertJson[]>;
  add(name: string, given: GivenAlert, account: string | undefined): Promise<AlertJson>;
  /** Of an alert by its id, or of a saved report with the condition that is given. */
  backTest(name: string, given: GivenAlert, days?: number): Promise<AlertBackTest>;
  remove(id: string): Promise<void>;
}

export interface AlertBackTest extends BackTest {
  readonly savedReport: string;
}

const BASE = '/rest/tallyboard/1';
const of = (report: string) => path`/saved-reports/${report}/alerts`;

export function serverAlerts(client: Pick<JiraClient, 'send'>): AlertPlace {
  const send = <Reply>(method: 'GET' | 'POST' | 'DELETE', address: string, body?: object) =>
    client
      .send({ method, path: BASE + address, ...(body && { body }) })
      .catch(throwRefused('alerts')) as Promise<Reply>;
  const list = async (name?: string) =>
    (await send<{ alerts: readonly AlertJson[] }>('GET', name === undefined ? '/alerts' : of(name)))
      .alerts;

  return {
    list,
    async add(name, given, account) {
      if (account !== undefined)
        throw new UsageError(
          '--account goes with --data: on a server it is of the owner of the key.',
        );
      return send('POST', of(name), bodyOf(given));
    },
    async backTest(name, given, days) {
      const alert = (await list()).find(({ id }) => id === name);
      if (alert?.name === null)
        throw new CommandError('The saved report of this alert was deleted.');
      const [report, rule] = alert ? [alert.savedReport, givenAlert(alert)] : [name, given];
      const body = { ...bodyOf(rule), ...(days !== undefined && { days }) };
      return send('POST', `${of(report)}/back-test`, body);
    },
    remove: id => send('DELETE', path`/alerts/${id}`),
  };
}

/** Numbers as people write them, which the server reads too. */
function bodyOf({ to, ...given }: GivenAlert): object {
  const all = { ...given, ...(to !== undefined && { to: String(to).split(',') }) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
