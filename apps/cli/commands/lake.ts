import { presentOf } from '@tallyboard/hosts/data-age.ts';
import { LakeError } from '@tallyboard/lake/write/lake-files.ts';
import { writeLake } from '@tallyboard/lake/write/write-lake.ts';
import { readArguments, readZone } from '../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { openSources, SOURCE_HELP, SOURCE_OPTIONS } from '../jira-source.ts';
import { lakeSite, sourceName } from '../lake/lake-site.ts';
import { count, counted, progressLine } from '../progress.ts';

export const helpValues = { source: SOURCE_HELP };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...SOURCE_OPTIONS,
    'time-zone': { type: 'string' },
    name: { type: 'string' },
    iceberg: { type: 'boolean' },
  });
  const [folder, ...more] = positionals;
  if (!folder) throw new UsageError('The folder of the lake is missing.');
  if (more.length > 0) throw new UsageError(`One folder only, not also '${more.join("', '")}'.`);
  const zone = values['time-zone'] === undefined ? undefined : readZone(values['time-zone']);
  const sources = await openSources(values, streams);
  const line = progressLine(streams);
  try {
    const { age } = await sources.at();
    const name = values.name ?? (await sourceName(sources, values.url));
    const now = presentOf(age, Date.now());
    const site = await lakeSite(sources, name, { now, zone });
    const total = site.parts.length;
    const write = () =>
      writeLake(folder, site, {
        iceberg: values.iceberg,
        onPart: (done, part) =>
          line.show(`${Math.floor((done * 100) / Math.max(1, total))} %  ${part}`),
      });
    const { store } = sources;
    const summary = await (store ? store.segments.withBoundedMemory(write) : write());
    line.clear();
    const { rows, bytes, written, parts, reasons } = summary;
    streams.out.write(
      `${counted(rows.issue ?? 0, 'issue')} with ${counted(rows.change ?? 0, 'change')} in ${counted(parts, 'project')}, ${count(written)} written anew; ${count(Math.ceil(bytes / 1e6))} MB\n`,
    );
    for (const reason of reasons) streams.err.write(`Not complete: ${reason}\n`);
    return 0;
  } catch (error) {
    throw error instanceof LakeError ? new CommandError(error.message) : error;
  } finally {
    line.clear();
    await sources.close();
  }
}
