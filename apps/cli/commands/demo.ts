import { MAX_DEMO_SIZE } from '@tallyboard/replica/seed/site/organisation.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { fillDemo, holdsOnlyDemo } from '@tallyboard/service-kit/demo.ts';
import { readArguments, refusePositionals } from '../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { DEFAULT_FOLDER, nameOfStore, withFolder } from '../data-folder.ts';
import { count, counted, progressLine, rateAndTimeLeft } from '../progress.ts';
import { fillWithColumns } from '../write-columns.ts';

const DEFAULT_SIZE = 3000;

export const helpValues = { size: count(DEFAULT_SIZE), most: count(MAX_DEMO_SIZE) };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    data: { type: 'string' },
    size: { type: 'string' },
  });
  refusePositionals(positionals);
  const size = readSize(values.size);
  const folder = values.data ?? DEFAULT_FOLDER;
  const fill = async (store: Store) => {
    if (!(await holdsOnlyDemo(store))) {
      const other = process.env.DATABASE_URL ? 'an empty database' : 'another folder with --data';
      throw new CommandError(`There are real issues in ${nameOfStore(folder)}. Give ${other}.`);
    }
    const line = progressLine(streams);
    const startedMs = performance.now();
    const onProgress = (written: number) => {
      const part = Math.min(1, written / size);
      const texts = [`${Math.floor(part * 100)} %`, `${count(written)} records`];
      const elapsedMs = performance.now() - startedMs;
      line.show([...texts, ...rateAndTimeLeft(part, written, elapsedMs)].join('  '));
    };
    const onIndexes = () => line.show('100 %  building the indexes');
    await fillWithColumns(store, folder, streams, beside =>
      fillDemo(store, { size, now: Date.now(), onProgress, onIndexes, beside }).finally(() =>
        line.clear(),
      ),
    );
    const issues = counted(await store.issues.count(), 'issue');
    const projects = counted((await store.catalogue.all('project')).length, 'project');
    streams.out.write(`${issues} in ${projects}\n`);
    return 0 as const;
  };
  const inBounds = (store: Store) => store.segments.withBoundedMemory(() => fill(store));
  return withFolder(folder, inBounds, { create: true });
}

function readSize(text: string | undefined): number {
  const size = Number(text ?? DEFAULT_SIZE);
  if (Number.isInteger(size) && size >= 1 && size <= MAX_DEMO_SIZE) return size;
  throw new UsageError(
    `--size is a whole number from 1 to ${count(MAX_DEMO_SIZE)}, not '${text}'.`,
  );
}
