/** This server is two apps of Atlassian Connect. Neither reads the settings of the other in Jira. */
export const connectApps = [
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
] as const;

export type ConnectApp = (typeof connectApps)[number];

export const appOfKey = (key: unknown) => connectApps.find(app => app.key === key);

/** The app of a page, by the edition in its query. */
export const appOfPage = (query: URLSearchParams): ConnectApp =>
  connectApps[query.get('edition')?.toLowerCase().includes('lite') ? 1 : 0];
