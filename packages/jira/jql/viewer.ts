import { tokenize } from './tokens.ts';

/** Functions and fields of JQL whose value differs from reader to reader. */
const OF_THE_VIEWER = new Set([
  'componentsleadbyuser',
  'currentlogin',
  'currentuser',
  'issuehistory',
  'lastlogin',
  'lastviewed',
  'projectsleadbyuser',
  'projectswhereuserhaspermission',
  'projectswhereuserhasrole',
  'votedissues',
  'watchedissues',
]);

/** Whether readers find different issues with the query, besides what each may see. */
export const dependsOnViewer = (jql: string): boolean =>
  tokenize(jql).some(({ kind, text }) => kind === 'word' && OF_THE_VIEWER.has(text.toLowerCase()));
