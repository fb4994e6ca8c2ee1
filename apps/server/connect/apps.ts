/** This server is two apps of Atlassian Connect. Neither reads the settings of the other in Jira. */
export interface ConnectApp {
  readonly key: string;
  readonly edition: 'standard' | 'lite';
  readonly name: string;
  readonly descriptorPath: string;
}

export const connectApps: readonly ConnectApp[] = [
  {
    key: 'com.tallyboard.reports',
    edition: 'standard',
    name: 'Tallyboard',
    descriptorPath: '/atlassian-connect.json',
  },
  {
    key: 'com.tallyboard.reports-lite',
    edition: 'lite',
    name: 'Tallyboard Lite',
    descriptorPath: '/atlassian-connect-lite.json',
  },
];

export const appOfKey = (key: unknown): ConnectApp | null =>
  connectApps.find(app => app.key === key) ?? null;

/** The app of a page, by the edition in its query. */
export function appOfPage(query: URLSearchParams): ConnectApp | null {
  const lite = query.get('edition')?.toLowerCase().includes('lite') ?? false;
  return connectApps.find(({ edition }) => (edition === 'lite') === lite) ?? null;
}
