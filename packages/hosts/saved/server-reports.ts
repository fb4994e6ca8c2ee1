import { path } from '@tallyboard/jira/address.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { statusOf } from '@tallyboard/jira/errors.ts';
import { readOne } from '@tallyboard/jira/read.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';
import {
  OutdatedReportError,
  projectStart,
  type SavedReport,
  type SavedReports,
  savedReport,
} from './saved-report.ts';

const LIST = '/replica/saved-reports';
/** `next` is the cursor of the next page. */
const listSchema = v.object({ reports: v.array(savedReport), next: v.optional(v.string()) });
const pathOf = (id: string) => path`/replica/saved-reports/${id}`;
const startOf = (project: string) => path`/replica/projects/${project}/start-report`;

/** On our own server, where they can be shared. */
export const serverReports = (client: JiraClient): SavedReports => ({
  canShare: true,
  async list(signal) {
    const all: SavedReport[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await readOne(client, listSchema, LIST, { query: { cursor }, signal });
      all.push(...page.reports);
      if (page.next === undefined) return all;
      cursor = page.next;
    }
  },
  async get(id, signal) {
    try {
      return await readOne(client, savedReport, pathOf(id), { signal });
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  },
  async gadgets(id, signal) {
    const schema = v.object({ count: v.number() });
    return (await readOne(client, schema, `${pathOf(id)}/gadgets`, { signal })).count;
  },
  async save({ id, ...body }) {
    try {
      const reply = await client.send({ method: 'PUT', path: pathOf(id), body });
      return parseWire(savedReport, reply, 'saved report');
    } catch (error) {
      if (statusOf(error) === 409) throw new OutdatedReportError();
      throw error;
    }
  },
  projectStart: (project, signal) => readOne(client, projectStart, startOf(project), { signal }),
  async setProjectStart(project, report) {
    await client.send({ method: 'PUT', path: startOf(project), body: { report } });
  },
  async setFavourite(id, on) {
    await client.send({ method: on ? 'PUT' : 'DELETE', path: `${pathOf(id)}/favourite` });
  },
  async remove(id) {
    await client.send({ method: 'DELETE', path: pathOf(id) });
  },
});
