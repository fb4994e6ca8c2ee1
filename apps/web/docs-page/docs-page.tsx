/// <reference types="vite/client" />
import './docs-page.css';
import type { Host } from '@tallyboard/hosts/host.ts';
import { lazy, Suspense, useEffect } from 'react';
import { GroupNav } from '../nav/group-nav.tsx';
import { BrandBar } from '../start/brand-bar.tsx';
import { AppArticle } from './app-article.tsx';
import { APPS, type DescribedApp, describedApp } from './apps.ts';

/** Pages about all apps; `name` is the value of the query parameter `page`. */
const PAGES = [
  page('figures', 'What each figure means', () => import('./articles/figures.html?raw')),
  page('calendar', 'Working calendar', () => import('./articles/calendar.html?raw')),
  page('privacy', 'Privacy', () => import('./articles/privacy.html?raw')),
  page('security', 'Security and data handling', () => import('./articles/security.html?raw')),
];

function page(name: string, title: string, load: () => Promise<{ readonly default: string }>) {
  const Article = lazy(async () => {
    const { default: html } = await load();
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this folder.
    return { default: () => <section dangerouslySetInnerHTML={{ __html: html }} /> };
  });
  return { name, title, Article };
}

type Titled = Pick<DescribedApp, 'name' | 'title'>;

const linkTo = (kind: 'app' | 'page', { name, title }: Titled) => {
  const address = `/docs?${kind}=${name}`;
  return { value: address, label: title, address };
};

const GROUPS = new Map([
  ['Apps', APPS.map(app => linkTo('app', app))],
  ['For all apps', PAGES.map(page => linkTo('page', page))],
]);

/** The documentation of one app, or a page about all apps. */
export default function DocsPage({ host: { info } }: { readonly host: Host }) {
  const asked = new URLSearchParams(location.search).get('page');
  const page = PAGES.find(({ name }) => name === asked);
  const app = describedApp({ module: info.gadget, asked: info.app }, location.hostname);
  return (
    <>
      {info.standalone && <BrandBar />}
      <div className="tb-docs">
        <GroupNav
          label="Documentation"
          selectLabel="Page"
          groups={GROUPS}
          value={(page ? linkTo('page', page) : linkTo('app', app)).value}
          onSelect={address => location.assign(address)}
        />
        <main className="tb-docs__article">
          <Suspense>
            {page ? (
              <>
                <h1>{page.title}</h1>
                <page.Article />
                <HashScroll />
              </>
            ) : (
              <AppArticle app={app} />
            )}
          </Suspense>
        </main>
      </div>
    </>
  );
}

/** Scrolls to the hash of the URL, which the browser looked for before the article was loaded. */
function HashScroll() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return null;
}
