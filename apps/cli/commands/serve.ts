import { parseSettings, SettingsError, usage } from '@tallyboard/server/settings.ts';
import { type Command, UsageError } from '../command.ts';

const settings = usage.slice(usage.indexOf('\n\n') + 2);

export const serve: Command = {
  name: 'serve',
  summary: 'serve the reports page and the built-in Jira to browsers',
  help: `Usage: tallyboard serve [settings]

${settings}
Examples:
  tallyboard serve
  tallyboard serve --data ./real-data --no-demo --port 9000
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
