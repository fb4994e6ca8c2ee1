/// <reference types="vite/client" />
import './docs-page.css';
import type { Host } from '@tallyboard/hosts/host.ts';
import { lazy, Suspense, useEffect } from 'react';
import { BrandBar } from '../start/brand-bar.tsx';
import { AppArticle } from './app-article.tsx';
import { APPS, type DescribedApp, describedApp } from './apps.ts';
import { DocsNav } from './docs-nav.tsx';

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

const appAddress = ({ name }: DescribedApp) => `/docs?app=${name}`;
const pageAddress = ({ name }: (typeof PAGES)[number]) => `/docs?page=${name}`;

const GROUPS = [
  { title: 'Apps', links: APPS.map(app => ({ address: appAddress(app), title: app.title })) },
  {
    title: 'For all apps',
    links: PAGES.map(page => ({ address: pageAddress(page), title: page.title })),
  },
];

/** The documentation of one app, or a page about all apps. */
export default function DocsPage({ host: { info } }: { readonly host: Host }) {
  const asked = new URLSearchParams(location.search).get('page');
  const page = PAGES.find(({ name }) => name === asked);
  const app = describedApp({ module: info.gadget, asked: info.app }, location.hostname);
  return (
    <>
      {info.standalone && <BrandBar />}
      <div className="tb-docs">
        <DocsNav groups={GROUPS} here={page ? pageAddress(page) : appAddress(app)} />
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
