/** What a translator has put into the place of a text, or back into its own. */
const successors = new WeakMap<Node, Node>();

/**
 * Translators replace texts, and ad blockers and extensions remove or wrap elements of an open page, without React
 * noticing. Its next change to them would throw, and the visitor would see the error page. With this, a node is removed
 * from whichever parent it has, and what is in its place with it. A node is inserted before the element that now contains
 * or replaces its neighbour, or at the end if the neighbour is gone. A replaced text that changes returns to its place,
 * where a translator finds it.
 */
export function allowMovedNodes(): void {
  new MutationObserver(noteSuccessors).observe(document, { childList: true, subtree: true });
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = (child) => {
    const { parentNode } = shownFor(child);
    if (parentNode) removeChild.call(parentNode, shownFor(child));
    return child;
  };
  Node.prototype.insertBefore = function (node, next) {
    let place: Node | null = next && shownFor(next);
    while (place && place.parentNode !== this) place = place.parentNode;
    insertBefore.call(this, node, place);
    return node;
  };
  const { set, ...own } = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue") ?? {};
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...own,
    set(this: Text, value: string | null) {
      const shown = shownFor(this);
      if (shown !== this) shown.parentNode?.replaceChild(this, shown);
      set?.call(this, value);
    },
  });
}

/** Some translators replace a text, some insert their element beside it first. */
function noteSuccessors(records: readonly MutationRecord[]): void {
  const fresh = new Set<Node | null>();
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const successor = addedNodes[0] ?? [previousSibling, nextSibling].find((node) => fresh.has(node));
    for (const node of removedNodes)
      if (successor && /^(#text|FONT)$/.test(node.nodeName)) successors.set(node, successor);
    for (const node of addedNodes) {
      successors.delete(node);
      fresh.add(node);
    }
  }
}

/** The node, or what is in its place. */
function shownFor<T extends Node>(node: T): T | Node {
  const successor = node.parentNode ? undefined : successors.get(node);
  return successor ? shownFor(successor) : node;
}
