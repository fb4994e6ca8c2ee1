import { dataset } from '@tallyboard/core/testing/builders.ts';
import { TestForm } from '@tallyboard/report-kit/testing/test-form.tsx';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import formRules from './form.tsx';
import { SafeText } from './safe-text.tsx';
import { sanitizeHtml } from './sanitize.ts';
import { textSettings } from './settings.ts';

describe('stored', () => {
  it('text of the product is decoded, once', () => {
    const read = (htmlContent: unknown) => textSettings.parse({ htmlContent }).value.html;
    expect(read('&lt;b&gt;R&amp;D&lt;/b&gt; &#39;x&#x27; &eacute;')).toBe("<b>R&D</b> 'x' é");
    expect(read('&amp;lt;')).toBe('&lt;');
    expect(read(5)).toBe('');
  });

  it('comes back as it was, entities and all', () => {
    const html = 'Type &lt;b&gt; for <b>bold</b> &amp; so on';
    expect(textSettings.parse(textSettings.serialize({ html })).value.html).toBe(html);
  });
});

describe('what may be shown', () => {
  it.each([
    '',
    '<h2>Plan</h2><p>Now <em>or</em> <strong>never</strong></p>',
    '<ul><li>one</li></ul><table><tbody><tr><td>1</td></tr></tbody></table>',
    '<img src="https://lumen.atlassian.net/a.png" alt="A" width="20">',
    '<img src="/icon.svg" alt="">',
    '<img src="data:image/png;base64,AA" alt="A">',
    '<img src="https://avatar-management--avatars.us-west-2.prod.public.atl-paas.net/1" alt="A">',
    '<img src="https://secure.gravatar.com/avatar/1" alt="A">',
  ])('stays as entered: %s', html => {
    expect(sanitizeHtml(html)).toEqual({ html, removed: [] });
  });

  it.each([
    ['<script>alert(1)</script>ok', 'ok', ['<script>']],
    ['<p onclick="alert(1)">ok</p>', '<p>ok</p>', ['onclick of <p>']],
    ['<img src=x onerror=alert(1)>', '<img src="x">', ['onerror of <img>']],
    ['<iframe src="https://example.com"></iframe>ok', 'ok', ['<iframe>']],
    ['<object data="x"></object><embed src="x">ok', 'ok', ['<embed>', '<object>']],
    ['<style>body { display: none }</style>ok', 'ok', ['<style>']],
    ['<link rel="stylesheet" href="x">ok', 'ok', ['<link>']],
    ['<base href="https://evil.example">ok', 'ok', ['<base>']],
    ['<form action="/x"><input name="password">ok</form>', 'ok', ['<form>', '<input>']],
    ['<svg onload="alert(1)"></svg>ok', 'ok', ['<svg>']],
    ['<p class="tb-dialog">ok</p>', '<p>ok</p>', ['class of <p>']],
    ['<p data-style="position: fixed">ok</p>', '<p>ok</p>', ['position of <p>']],
    [
      '<a title="a style=x" STYLE = "color: red">style=x</a>',
      '<a title="a style=x" data-style="color: red;">style=x</a>',
      [],
    ],
    ['<p id="location">ok</p>', '<p id="user-content-location">ok</p>', []],
  ])('%s', (entered, shown, removed) => {
    expect(sanitizeHtml(entered)).toEqual({ html: shown, removed });
  });

  it.each([
    'javascript:alert(1)',
    'jAvAsCrIpT:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
  ])('a link to %s loses its address', href => {
    const { html, removed } = sanitizeHtml(`<a href="${href}">x</a>`);
    expect(html).toBe('<a>x</a>');
    expect(removed).toEqual(['href of <a>']);
  });

  it('styles stay in the gadget: what moves, covers or loads goes', () => {
    const { html, removed } = sanitizeHtml(
      '<p style="color:red;position:fixed;top:0;z-index:9;background-image:url(https://x.example/a)">x</p>',
    );
    expect(html).toBe('<p data-style="color: red;">x</p>');
    expect(removed).toEqual(
      expect.arrayContaining(['position of <p>', 'top of <p>', 'z-index of <p>']),
    );
  });

  it.each([
    ['https://example.com/a.png', 'example.com'],
    ['//example.com/a.png', 'example.com'],
    ['http://lumen.atlassian.net/a.png', 'lumen.atlassian.net'],
    ['https://lumen.atlassian.net:8443/a.png', 'lumen.atlassian.net:8443'],
    ['https://atlassian.net.example.com/a.png', 'atlassian.net.example.com'],
    ['https://evil-atlassian.net/a.png', 'evil-atlassian.net'],
    ['https://i0.wp.com/example.com/a.png', 'i0.wp.com'],
    ['https://user@secure.gravatar.com.example.com/', 'secure.gravatar.com.example.com'],
  ])('a picture of another host is its text with the reason: %s', (src, host) => {
    expect(sanitizeHtml(`<img src="${src}" alt="Plan">`)).toEqual({
      html: `<img alt="Plan (picture of ${host}: not loaded)">`,
      removed: [`picture of ${host}`],
    });
  });

  it('pictures of the Jira behind our server are shown', () => {
    const html = '<img src="https://jira.example.com/a.png" alt="A">';
    document.head.innerHTML =
      '<meta name="tallyboard-jira-origin" content="https://jira.example.com">';
    expect(sanitizeHtml(html)).toEqual({ html, removed: [] });
    document.head.innerHTML = '';
    expect(sanitizeHtml(html).removed).toEqual(['picture of jira.example.com']);
  });

  it('links open elsewhere and tell nothing of us', () => {
    expect(sanitizeHtml('<a href="https://example.com" target="_top">x</a>').html).toBe(
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer">x</a>',
    );
  });
});

it('the form tells what will not be shown, as it is typed', async () => {
  const user = userEvent.setup();
  render(
    <TestForm
      schema={textSettings}
      rules={formRules}
      initial={{ html: '<b>Hello</b>' }}
      site={{ fields: [], special: dataset([]).special, boards: [] }}
    />,
  );
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(screen.getByLabelText('HTML Content'));
  await user.paste('<script>x</script><b onclick=x>');
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    '<script>',
    'onclick of <b>',
  ]);
});

it('the view shows the text, or that there is none', () => {
  const show = (html: string) => render(<SafeText html={html} />);
  show('<h2 style="color: red; position: fixed">Plan</h2><script>alert(1)</script>');
  expect(screen.getByRole('heading', { name: 'Plan' }).style.cssText).toBe('color: red;');
  expect(document.querySelector('script')).toBeNull();
  cleanup();
  show('<script>alert(1)</script>');
  expect(screen.getByText(/No text yet/)).toBeTruthy();
});
