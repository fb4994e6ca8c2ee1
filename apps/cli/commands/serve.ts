import { parseSettings, usage } from '@tallyboard/service-kit/settings.ts';
import type { ExitCode } from '../command.ts';

export const helpValues = { settings: usage.slice(usage.indexOf('\n\n') + 2) };

export async function run(args: readonly string[]): Promise<ExitCode> {
  // Throws for wrong usage.
  parseSettings(args);
  const { main } = await import('@tallyboard/server/main.ts');
  await main(args);
  // Runs until a signal ends the process.
  return new Promise(() => {});
}
