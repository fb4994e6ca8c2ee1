import { parseSettings, SettingsError, usage } from '@tallyboard/server/settings.ts';
import { type Command, UsageError } from '../command.ts';

const settings = usage.slice(usage.indexOf('\n\n') + 2);

export const serve: Command = {
  name: 'serve',
  summary: 'serve the pages, on the replica or a real Jira',
  help: `Usage: tallyboard serve [settings]

${settings}
Examples:
  tallyboard serve
  tallyboard serve --data ./real-data --no-demo --port 9000
  TALLYBOARD_EMAIL=ana@example.com TALLYBOARD_TOKEN=... tallyboard serve --site https://example.atlassian.net
  TALLYBOARD_TOKEN=... tallyboard serve --site https://jira.example.com/jira
`,
  async run(args) {
    try {
      parseSettings(args);
    } catch (error) {
      if (error instanceof SettingsError) throw new UsageError(error.message, { cause: error });
      throw error;
    }
    // Runs until a signal ends the process.
    const { main } = await import('@tallyboard/server/main.ts');
    await main(args);
    return 0;
  },
};
