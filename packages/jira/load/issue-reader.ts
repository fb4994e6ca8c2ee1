import type { JiraClient } from '../client.ts';
import { readCloudIssues } from './cloud-issues.ts';

/** The reader of the host's issues. The one for Data Center is a chunk of its own. */
export async function issueReader({ flavour }: JiraClient): Promise<typeof readCloudIssues> {
  if (flavour === 'cloud') return readCloudIssues;
  return (await import('./data-center-issues.ts')).readDataCenterIssues;
}
