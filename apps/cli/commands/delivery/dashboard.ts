import { findByName } from '@tallyboard/reports/find-by-name.ts';
import { servedSite } from '@tallyboard/service-kit/site/served-site.ts';
import {
  type ComputedFile,
  computeDashboardFile,
} from '@tallyboard/service-kit/subscriptions/compute-dashboard-file.ts';
import {
  DASHBOARD_FILES,
  dashboardSubject,
  findSubject,
} from '@tallyboard/service-kit/subscriptions/subject.ts';
import { oneOf, readArguments } from '../../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../../command.ts';
import { DEFAULT_FOLDER, withFolder } from '../../data-folder.ts';
import { figurePage } from '../../figure-page.ts';
import { writeOut } from '../../out-file.ts';

export async function run(args: readonly string[], { err }: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    data: { type: 'string' },
    format: { type: 'string' },
    out: { type: 'string' },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0)
    throw new UsageError('Name one dashboard, by its name or its id.');
  if (values.format === undefined)
    throw new UsageError(`--format is missing: ${DASHBOARD_FILES.join(', ')}.`);
  const format = oneOf('--format', values.format, DASHBOARD_FILES);
  const { out, data = DEFAULT_FOLDER } = values;
  if (out === undefined) throw new UsageError('Name the file to write with --out FILE.');
  const made = await withFolder(data, async store => {
    if ((await servedSite(store)) !== null)
      throw new CommandError(
        'The figures of this folder are in the Jira behind its server: ask the server for the file (/rest/tallyboard/1/dashboards/ID/file).',
      );
    const found = findByName('dashboard', await store.dashboards.all(), name);
    if (!found.item) throw new UsageError(found.problem);
    const subject = await findSubject(store, dashboardSubject(found.item.id));
    if (!subject) throw new CommandError('The dashboard was deleted.');
    const { view } = subject;
    const job = {
      saved: { name: subject.name, view },
      reader: null,
      now: Date.now(),
      format,
      aggregate: false,
      jira: null,
    };
    const page = format === 'xlsx' ? '' : await figurePage();
    return computeDashboardFile(store, job, { page });
  });
  const { file, partial } = whole(made);
  await writeOut(out, file);
  for (const text of partial) err.write(`Not complete: ${text}\n`);
  return 0;
}

/** Throws a CommandError where there is no file. */
function whole(made: ComputedFile) {
  if ('noBrowser' in made) throw new CommandError(made.noBrowser);
  if ('unknown' in made) throw new CommandError(made.unknown);
  return made;
}
