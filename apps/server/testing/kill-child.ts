import { DatabaseSync, StatementSync } from 'node:sqlite';
import { syntheticRecords } from '@tallyboard/replica/bench/synthetic.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { createServer } from '../server.ts';

// Saves something of each kind through a server. Prints what was acknowledged. Ends by SIGKILL before its statement of that number.
const [file = '', webRoot = '', run = '', last = ''] = process.argv.slice(2);
let statements = 0;

function killBefore(prototype: object, name: string): void {
  const original = Reflect.get(prototype, name);
  Reflect.set(prototype, name, function (this: unknown, ...given: unknown[]) {
    statements += 1;
    if (statements === Number(last)) process.kill(process.pid, 'SIGKILL');
    return original.apply(this, given);
  });
}
for (const name of ['run', 'all']) killBefore(StatementSync.prototype, name);
killBefore(DatabaseSync.prototype, 'exec');

const store = await openStore({ file });
const { app } = await createServer({ store, webRoot, log: false });
const acknowledge = (...words: readonly unknown[]) =>
  // Synchronous for a pipe.
  process.stdout.write(`${words.join(' ')}\n`);

async function put(url: string, payload: object): Promise<void> {
  const { statusCode, body } = await app.inject({ method: 'PUT', url, payload });
  if (statusCode >= 300) throw new Error(`${url}: ${statusCode} ${body}`);
}

const addon = '/rest/atlassian-connect/1/addons/tallyboard/properties';
for (let at = 0; at < 3; at++) {
  const id = `run${run}part${at}`;
  const report = { name: id, description: '', view: { id }, shares: [] };
  await put(`/replica/saved-reports/${id}`, { ...report, version: 0 });
  acknowledge('report', id, 1);
  await put(`/replica/saved-reports/${id}`, { ...report, version: 1 });
  acknowledge('report', id, 2);
  await put(`${addon}/${id}`, { id });
  acknowledge('setting', id);
  const dashboard = await store.dashboards.create({ name: id, ownerId: null, at });
  acknowledge('dashboard', dashboard.id, 0);
  const item = { moduleKey: 'm', title: id, properties: { settings: { id }, other: { id } } };
  await store.dashboards.addItem(dashboard.id, item, at);
  acknowledge('dashboard', dashboard.id, 1);
  await store.accounts.change(id, { name: id });
  acknowledge('account', id);
  await store.ingest(syntheticRecords(1 + Number(run) * 3 + at), { source: 'a' });
  acknowledge('issues', 1 + Number(run) * 3 + at);
}
process.stdout.write(`done ${statements}\n`);
process.exit(0);
