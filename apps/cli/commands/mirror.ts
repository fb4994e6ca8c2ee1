import { resolve } from 'node:path';
import type { Store } from '@tallyboard/server-store/store.ts';
import { readSite } from '@tallyboard/service-kit/settings.ts';
import { isInsecureAllowed, requireHttps } from '@tallyboard/service-kit/site/require-https.ts';
import { existingSecretKey } from '@tallyboard/service-kit/site/secret-key.ts';
import { readArguments } from '../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { DEFAULT_FOLDER, nameOfStore, withFolder } from '../data-folder.ts';
import { connectWhenUp } from '../mirror/connect.ts';
import { mirrorOutput } from '../mirror/log.ts';
import { openMirror } from '../mirror/open.ts';
import { keepAccess } from '../mirror/readers.ts';
import { runMirror } from '../mirror/run.ts';
import { statusJson, statusLines } from '../mirror/status.ts';

const STANDARD_MINUTES = 4;

export const helpValues = { minutes: STANDARD_MINUTES };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    site: { type: 'string' },
    jql: { type: 'string' },
    data: { type: 'string' },
    every: { type: 'string' },
    once: { type: 'boolean' },
    shrink: { type: 'boolean' },
    insecure: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const folder = values.data ?? DEFAULT_FOLDER;
  if (positionals.length === 1 && positionals[0] === 'status') {
    return withFolder(folder, store => printStatus(store, folder, values.json === true, streams));
  }
  if (positionals.length > 0)
    throw new UsageError(`Unexpected '${positionals[0]}'. The query is one argument after --jql.`);
  if (values.site === undefined) throw new UsageError('--site is missing.');
  const site = readSite(values.site);
  const jql = values.jql?.trim();
  if (!jql) throw new UsageError('--jql is missing.');
  const everyMs = values.once ? null : readMinutes(values.every);
  requireHttps(site, isInsecureAllowed(values.insecure));
  const stopping = stopOnSignal();
  const { say, onProgress, end } = mirrorOutput(streams, everyMs !== null);
  const connection = await connectWhenUp(site, { signal: stopping.signal, say, everyMs });
  if (connection === null) return 0;
  const key = () => existingSecretKey(process.env.TALLYBOARD_KEY, resolve(folder));
  const copy = async (store: Store) => {
    const lock = await store.lock('mirror');
    if (!lock)
      throw new CommandError(`Another process mirrors into ${nameOfStore(folder)} already.`);
    try {
      const settings = { jql, shrink: values.shrink === true, signal: stopping.signal };
      const voice = { onProgress, say };
      const mirror = await openMirror(store, connection, settings, folder, voice);
      const rounds = runMirror(mirror, connection.calls, everyMs).finally(() => stopping.abort());
      await Promise.all([rounds, everyMs === null ? null : keepAccess(mirror, key)]);
      const isWhole = (mirror.state.unread ?? []).length === 0;
      return everyMs === null && !isWhole ? 1 : 0;
    } finally {
      end();
      stopping.end();
      await lock.release();
    }
  };
  return withFolder(folder, copy, { create: true });
}

async function printStatus(store: Store, folder: string, asJson: boolean, { out }: Streams) {
  const state = await store.mirror.state();
  if (!state) throw new CommandError(`'${folder}' is no mirror.`);
  const text = asJson
    ? JSON.stringify(statusJson(state, Date.now()), null, 2)
    : statusLines(state, Date.now()).join('\n');
  out.write(`${text}\n`);
  return 0 as const;
}

function readMinutes(text: string | undefined): number {
  const minutes = text === undefined ? STANDARD_MINUTES : Number(text);
  if (!(minutes >= 1 && minutes <= 24 * 60))
    throw new UsageError(`--every is a number of minutes from 1 to 1440, not '${text}'.`);
  return minutes * 60_000;
}

/** The first signal ends the round; the second exits at once. */
function stopOnSignal() {
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  return {
    signal: stopping.signal,
    abort: () => stopping.abort(),
    end() {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
