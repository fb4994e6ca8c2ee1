/** Where records come from: a site of Jira, or the folder of an export that names none. See IngestSettings.source. */

const FOLDER = 'folder ';

export const sourceOfFolder = (name: string): string => FOLDER + name;

/** The site of an address of its REST API: its host, or its cloud id where the address is of Atlassian's gateway. */
export function sourceOfAddress(address: string): string | null {
  const [, host, cloudId] = /^https?:\/\/([^/"]+)(?:\/ex\/jira\/([^/"]+))?/.exec(address) ?? [];
  return cloudId ?? host ?? null;
}

export const isSite = (source: string) => source !== '' && !source.startsWith(FOLDER);

export const areTwoSites = (a: string, b: string): boolean => isSite(a) && isSite(b) && a !== b;
