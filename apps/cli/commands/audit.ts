import { readArguments } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { openFolder } from '../data-folder.ts';
import { FOLDER_HELP, FOLDER_OPTIONS, folderFor } from '../site-folder.ts';
import { alignedTable } from '../table.ts';

export const audit: Command = {
  name: 'audit',
  summary: 'list who changed what on a server with sign-in or in front of a real Jira',
  help: `Usage: tallyboard audit [--site URL | --data DIR] [settings]

The newest lines first: sign-ins, changes in Jira, changes of dashboards and settings.

${FOLDER_HELP}
  --limit N    how many lines (100)
  --json       one JSON object a line, with what was sent

Examples:
  tallyboard audit --site https://example.atlassian.net
  tallyboard audit --json --limit 100000 > audit.jsonl
`,
  async run(args, { out }) {
    const { values } = readArguments(args, {
      ...FOLDER_OPTIONS,
      limit: { type: 'string' },
      json: { type: 'boolean' },
    });
    const limit = Number(values.limit ?? '100');
    if (!Number.isSafeInteger(limit) || limit < 1) {
      throw new UsageError(`--limit is a whole number from 1 on, not '${values.limit}'.`);
    }
    const store = await openFolder(folderFor(values));
    try {
      const lines = (await store.audit.newest(limit)).map(({ atMs, ...rest }) => ({
        at: new Date(atMs).toISOString(),
        ...rest,
      }));
      if (values.json) {
        for (const line of lines) out.write(`${JSON.stringify(line)}\n`);
      } else {
        const rows = lines.map(({ at, account, action, target }) => [at, account, action, target]);
        out.write(alignedTable({ columns: ['When', 'Who', 'What', 'Of what'], rows }));
      }
      return 0;
    } finally {
      await store.close();
    }
  },
};
