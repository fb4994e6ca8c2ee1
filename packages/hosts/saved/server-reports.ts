import { path } from '@tallyboard/jira/address.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { readOne } from '@tallyboard/jira/read.ts';
import * as v from 'valibot';
import { serverAlerts } from './alerts.ts';
import { serverItems } from './owned-items.ts';
import { serverPins } from './pins.ts';
import {
  OutdatedReportError,
  projectStart,
  type SavedReport,
  type SavedReportChange,
  type SavedReports,
  savedReport,
} from './saved-report.ts';
import { serverSubscriptions } from './subscriptions.ts';

const LIST = '/replica/saved-reports';
const startOf = (project: string) => path`/replica/projects/${project}/start-report`;

/** On our own server, where they can be shared. */
export function serverReports(client: JiraClient): SavedReports {
  const { pathOf, ...items } = serverItems<SavedReport, SavedReportChange>(client, {
    list: LIST,
    member: 'reports',
    schema: savedReport,
    outdated: () => new OutdatedReportError(),
  });
  return {
    ...items,
    pins: serverPins(client),
    subscriptions: serverSubscriptions(client),
    alerts: serverAlerts(client),
    async gadgets(id, signal) {
      const schema = v.object({ count: v.number() });
      return (await readOne(client, schema, `${pathOf(id)}/gadgets`, { signal })).count;
    },
    projectStart: (project, signal) => readOne(client, projectStart, startOf(project), { signal }),
    async setProjectStart(project, report) {
      await client.send({ method: 'PUT', path: startOf(project), body: { report } });
    },
    async setFavourite(id, on) {
      await client.send({ method: on ? 'PUT' : 'DELETE', path: `${pathOf(id)}/favourite` });
    },
  };
}
