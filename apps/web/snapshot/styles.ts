/** The style rules that match `root` or its ancestors, as one text. Rules that load files are left out. */
export function stylesFor(root: Element): string {
  const rules: string[] = [];
  for (const sheet of document.styleSheets) {
    try {
      take(sheet.cssRules, root, rules);
    } catch {
      // Rules of another origin's style sheets cannot be read.
    }
  }
  return rules.join('\n');
}

function take(list: CSSRuleList, root: Element, into: string[]): void {
  for (const rule of list) {
    if (rule instanceof CSSStyleRule) {
      if (isUsed(rule.selectorText, root) && !loads(rule.cssText)) into.push(rule.cssText);
    } else if (rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule) {
      const inner: string[] = [];
      take(rule.cssRules, root, inner);
      const head = rule.cssText.slice(0, rule.cssText.indexOf('{'));
      if (inner.length > 0) into.push(`${head} {\n${inner.join('\n')}\n}`);
    } else if (rule instanceof CSSLayerBlockRule) take(rule.cssRules, root, into);
  }
}

const loads = (css: string) => /url\((?!["']?data:)/i.test(css);

/** Whether a selector matches in any state, such as :hover. */
function isUsed(selector: string, root: Element): boolean {
  // Attribute selectors are left unchanged: a colon in their values is no pseudo-class.
  const still = selector.replace(/\[[^\]]*\]|::?[\w-]+(\([^()]*(\([^()]*\))*[^()]*\))?/g, part =>
    /^(\[|:(is|where|not|has|root))/.test(part) ? part : '',
  );
  try {
    const document = root.ownerDocument;
    return (
      root.matches(still) ||
      root.querySelector(still) !== null ||
      document.documentElement.matches(still) ||
      document.body.matches(still)
    );
  } catch {
    // Without its pseudo-elements the selector is invalid, such as '::backdrop'.
    return false;
  }
}
