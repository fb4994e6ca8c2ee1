import { readArguments } from '../arguments.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { DEFAULT_FOLDER, openFolder } from '../data-folder.ts';
import { type Connection, connect } from '../mirror/connect.ts';
import type { Mirror } from '../mirror/context.ts';
import { openMirror } from '../mirror/open.ts';
import { runMirror } from '../mirror/run.ts';
import { progressLine } from '../progress.ts';

const STANDARD_MINUTES = 5;

export const mirrorCommand: Command = {
  name: 'mirror',
  summary: 'copy the issues of a real Jira and keep the copy fresh',
  help: `Usage: tallyboard mirror --site URL --jql QUERY [settings]

Copies the issues of a query with all histories and worklogs, and the fields, statuses, projects, versions, boards,
sprints and people that they name, into a data folder of its own. Reports over the folder cost Jira nothing and work
while it is down. May be stopped and killed at any moment: it goes on where it was.

WHO MAY READ IT: the copy holds what the account of the token may see, and does not carry Jira's permissions. Whoever can
read the folder, the database, or a server over them sees all of it.

  --site URL         the Jira, such as https://example.atlassian.net
  --jql QUERY        the issues, such as "project in (WEB, OPS)"; another query later changes what is kept
  --data DIR         folder of the copy (./data); DATABASE_URL in the environment names a PostgreSQL instead
  --every MINUTES    look for changes this often (${STANDARD_MINUTES})
  --once             one round, then end
  --shrink           accept that more than half of the issues are no longer listed

Cloud: TALLYBOARD_EMAIL and an API token in TALLYBOARD_TOKEN. Data Center: a personal access token in TALLYBOARD_TOKEN.
docs/mirror.md tells more.

Examples:
  tallyboard mirror --site https://example.atlassian.net --jql "project in (WEB, OPS)" --data ./mirror
  tallyboard mirror --site https://jira.example.com/jira --jql "updated >= -365d" --data ./mirror --once
  tallyboard serve --data ./mirror
`,
  async run(args, streams) {
    const { values, positionals } = readArguments(args, {
      site: { type: 'string' },
      jql: { type: 'string' },
      data: { type: 'string' },
      every: { type: 'string' },
      once: { type: 'boolean' },
      shrink: { type: 'boolean' },
    });
    if (positionals.length > 0)
      throw new UsageError(`What is '${positionals[0]}'? The query is one argument after --jql.`);
    if (values.site === undefined) throw new UsageError('--site is missing: which Jira?');
    if (!values.jql?.trim()) throw new UsageError('--jql is missing: which issues?');
    const everyMs = values.once ? null : readMinutes(values.every);
    const stopping = stopOnSignal();
    const connection = await connect(values.site, stopping.signal);
    const folder = values.data ?? DEFAULT_FOLDER;
    const store = await openFolder(folder, { create: true });
    const line = progressLine(streams);
    const lock = await store.lock('mirror');
    try {
      if (!lock)
        throw new CommandError(`Another process mirrors into '${folder}' already. One is enough.`);
      const settings = { jql: values.jql, shrink: values.shrink === true, signal: stopping.signal };
      const mirror = await openMirror(store, connection, settings, folder, {
        onProgress: text => line.show(text),
        say: text => {
          line.clear();
          streams.err.write(`${text}\n`);
        },
      });
      await repeat(mirror, connection, everyMs);
      return 0;
    } finally {
      line.clear();
      stopping.end();
      await lock?.release();
      await store.close();
    }
  },
};

function readMinutes(text: string | undefined): number {
  const minutes = text === undefined ? STANDARD_MINUTES : Number(text);
  if (!(minutes >= 1 && minutes <= 24 * 60))
    throw new UsageError(`--every is a number of minutes from 1 to 1440, not '${text}'.`);
  return minutes * 60_000;
}

/** The first signal ends the round where it is; the second does not wait. */
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
    end() {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}

/** Rounds until the end, each with its line. */
async function repeat(
  mirror: Mirror,
  { calls }: Connection,
  everyMs: number | null,
): Promise<void> {
  let begun = performance.now();
  const begin = () => {
    calls.sent = 0;
    begun = performance.now();
  };
  await runMirror(mirror, {
    everyMs,
    onBegin: begin,
    onRound({ tally, state }) {
      const seconds = Math.round((performance.now() - begun) / 1000);
      mirror.say(summaryOf(tally, state, calls.sent, seconds));
    },
    onTrouble(text, nextMs) {
      mirror.say(`${text} Next try in ${Math.round(nextMs / 60_000)} min.`);
    },
  });
}

function summaryOf(
  { added, updated, gone, failed, cut }: Mirror['tally'],
  { asOfMs }: Mirror['state'],
  calls: number,
  seconds: number,
): string {
  const count = (n: number) => n.toLocaleString('en-US');
  const parts = [
    `${count(added)} new`,
    `${count(updated)} changed`,
    `${count(gone)} gone`,
    ...(failed > 0 ? [`${count(failed)} not readable`] : []),
    ...(cut > 0 ? [`${count(cut)} with less history than Jira counts`] : []),
  ];
  const asOf = new Date(asOfMs ?? 0).toISOString().replace(/\.\d+Z$/, 'Z');
  return `${parts.join(', ')}; data as of ${asOf} (${count(calls)} calls, ${seconds} s)`;
}
