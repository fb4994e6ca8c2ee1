import './docs-page.css';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { BrandBar } from '../start/brand-bar.tsx';
import { AppArticle } from './app-article.tsx';
import { APPS, type DescribedApp, describedApp } from './apps.ts';
import { DocsNav } from './docs-nav.tsx';

interface Page {
  readonly name: string;
  readonly title: string;
  readonly Article: ComponentType;
}

/** Pages about all apps, by the name that `page` gives. */
const PAGES: readonly Page[] = [
  {
    name: 'figures',
    title: 'What each figure means',
    Article: lazy(() => import('./figures.tsx')),
  },
  { name: 'calendar', title: 'Working calendar', Article: lazy(() => import('./calendar.tsx')) },
  { name: 'privacy', title: 'Privacy', Article: lazy(() => import('./privacy.tsx')) },
  {
    name: 'security',
    title: 'Security and data handling',
    Article: lazy(() => import('./security.tsx')),
  },
];

const appAddress = ({ name }: DescribedApp) => `/docs?app=${name}`;
const pageAddress = ({ name }: Page) => `/docs?page=${name}`;

const GROUPS = [
  { title: 'Apps', links: APPS.map(app => ({ address: appAddress(app), title: app.title })) },
  {
    title: 'For all apps',
    links: PAGES.map(page => ({ address: pageAddress(page), title: page.title })),
  },
];

/** How to install an app and where to find it afterwards, and what there is to know about all of them. */
export default function DocsPage({ info }: { readonly info: HostInfo }) {
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

/** The browser has looked for the part that the address names before the page was there. */
function HashScroll() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return null;
}
