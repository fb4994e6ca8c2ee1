import { ChartMissingError } from '@tallyboard/service-kit/browser/figure-files.ts';
import { BrowserMissingError } from '@tallyboard/service-kit/browser/find-browser.ts';
import { reportFile as writeReport } from '@tallyboard/service-kit/report-file.ts';
import { CommandError } from './command.ts';

/** Throws a CommandError where a browser is missing, or the chart that is asked for. */
export const reportFile: typeof writeReport = (...args) =>
  writeReport(...args).catch((error: unknown) => {
    if (error instanceof BrowserMissingError || error instanceof ChartMissingError)
      throw new CommandError(error.message);
    throw error;
  });
