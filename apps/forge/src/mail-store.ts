/** Mails of reports and their runs in the app's storage: a key each, so that two writers never overwrite one another. */
import { kvs, WhereConditions } from '@forge/kvs';
import type { Mail, MailRun, MailStore } from './mails.ts';

const PREFIX = 'mail:';
const RUNS = 'mail-run:';
const keyOf = (id: string) => `${PREFIX}${id}`;
/** In the order of time, until the year 2286. */
const runKey = (id: string, due: number) => `${RUNS}${id}:${String(due).padStart(13, '0')}`;
const PAGE_SIZE = 40;
/** Runs of a mail that are kept. */
const MAX_RUNS = 20;

async function below<Value>(prefix: string) {
  const all: { readonly key: string; readonly value: Value }[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = kvs.query().where('key', WhereConditions.beginsWith(prefix)).limit(PAGE_SIZE);
    const page = await (cursor === undefined ? query : query.cursor(cursor)).getMany<Value>();
    all.push(...page.results);
    cursor = page.nextCursor;
    if (cursor === undefined) return all;
  }
}

const runsOf = async (id: string) =>
  (await below<MailRun>(`${RUNS}${id}:`)).sort((a, b) => b.value.due - a.value.due);

export const mailStore: MailStore = {
  async get(id) {
    return (await kvs.get<Mail>(keyOf(id))) ?? null;
  },
  ofReport: async report => (await below<Mail>(keyOf(`${report}_`))).map(({ value }) => value),
  all: async () => (await below<Mail>(PREFIX)).map(({ value }) => value),
  async save(mail) {
    await kvs.set(keyOf(mail.id), mail);
  },
  async remove(id) {
    await kvs.delete(keyOf(id));
    for (const { key } of await runsOf(id)) await kvs.delete(key);
  },
  async begin(id, run) {
    const key = runKey(id, run.due);
    try {
      await kvs.set(key, run, { keyPolicy: 'FAIL_IF_EXISTS' });
      return true;
    } catch (error) {
      // The platform documents no code of a key that exists.
      if ((await kvs.get(key)) === undefined) throw error;
      return false;
    }
  },
  async finish(id, run) {
    await kvs.set(runKey(id, run.due), run);
    for (const { key } of (await runsOf(id)).slice(MAX_RUNS)) await kvs.delete(key);
  },
  runs: async id => (await runsOf(id)).map(({ value }) => value),
};
