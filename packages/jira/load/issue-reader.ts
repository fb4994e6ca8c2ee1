import type { JiraClient } from '../client.ts';
import { readCloudIssues } from './cloud-issues.ts';

/** How the host's issues are read. Data Center pages otherwise than Cloud; a browser loads that only for it. */
export async function issueReader({ flavour }: JiraClient): Promise<typeof readCloudIssues> {
  if (flavour === 'cloud') return readCloudIssues;
  return (await import('./data-center-issues.ts')).readDataCenterIssues;
}
