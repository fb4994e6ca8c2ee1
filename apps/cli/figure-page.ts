import { fileURLToPath } from 'node:url';
import { PageMissingError, readFigurePage } from '@tallyboard/service-kit/figure-page.ts';
import { CommandError } from './command.ts';

/** Folder of the built pages, beside this part in a checkout and in the package. */
const WEB_ROOT = fileURLToPath(new URL('../web/dist', import.meta.url));

/** The page that shows a computed report. Throws a CommandError. */
export const figurePage = (): Promise<string> =>
  readFigurePage(WEB_ROOT).catch((error: unknown) => {
    throw error instanceof PageMissingError ? new CommandError(error.message) : error;
  });
