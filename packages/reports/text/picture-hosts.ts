/**
 * Hosts of Jira's own pictures, beside the site itself. A picture of any other host tells its owner who reads a page, and
 * when. '*' matches one or more names.
 */
export const PICTURE_HOSTS: readonly string[] = [
  // Sites of Jira Cloud: icons of types, priorities and projects.
  '*.atlassian.net',
  // Avatars that people have uploaded, and those with their initials.
  '*.atl-paas.net',
  'api.atlassian.com',
  'api.media.atlassian.com',
  // Avatars by e-mail, on Cloud and, unless switched off, on Data Center.
  'secure.gravatar.com',
  'www.gravatar.com',
];

/** Where Gravatar redirects to for people without an avatar there. It passes on any picture: no text may name it. */
export const GRAVATAR_REDIRECTS = '*.wp.com';

/** Whether a picture comes from this site, Jira (its origin, if the page is not Jira's own) or its hosts, or is in the address itself. */
export function isAllowedPicture(src: string, page: string, jira: string | null): boolean {
  const url = URL.parse(src, page);
  if (!url) return false;
  if (url.protocol === 'data:') return true;
  if (url.origin !== 'null' && (url.origin === URL.parse(page)?.origin || url.origin === jira))
    return true;
  const { protocol, hostname, port } = url;
  return (
    protocol === 'https:' && port === '' && PICTURE_HOSTS.some(host => matches(hostname, host))
  );
}

const matches = (name: string, host: string): boolean =>
  host.startsWith('*') ? name.endsWith(host.slice(1)) : name === host;
