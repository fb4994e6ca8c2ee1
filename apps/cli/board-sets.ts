import type { BoardSet } from '@tallyboard/core/model/board-set.ts';
import { folderFor, hasData, withFolder } from './data-folder.ts';

/** The board sets of a data folder, or of the one of a Jira; none without a store. */
export async function boardSetsIn({
  data,
  url,
}: {
  readonly data?: string;
  readonly url?: string;
}): Promise<readonly BoardSet[]> {
  const folder = folderFor({
    ...(data !== undefined && { data }),
    ...(url !== undefined && { site: url }),
  });
  return hasData(folder) ? withFolder(folder, store => store.boardSets.all()) : [];
}
