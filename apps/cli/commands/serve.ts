import { parseSettings, SettingsError, usage } from '@tallyboard/server/settings.ts';
import { type ExitCode, UsageError } from '../command.ts';

export const helpValues = { settings: usage.slice(usage.indexOf('\n\n') + 2) };

export async function run(args: readonly string[]): Promise<ExitCode> {
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
}
