import { dataFolderOf, readSite, SettingsError } from '@tallyboard/server/settings.ts';
import { UsageError } from './command.ts';

export const FOLDER_OPTIONS = { data: { type: 'string' }, site: { type: 'string' } } as const;

export const FOLDER_HELP = `  --site URL   the Jira that 'serve' was started with, or
  --data DIR   its data folder (./data)`;

/** The data folder that `serve` takes with the same settings. */
export function folderFor({ data, site }: { data?: string; site?: string }): string {
  try {
    return data ?? dataFolderOf(readSite(site));
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
