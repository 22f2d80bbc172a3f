/**
 * Translators replace texts, and ad blockers and extensions remove or wrap elements of an open page, of which React hears
 * nothing. Its next change to them would fail, and the visitor would see the error page. With this, a node is removed from
 * wherever it is, and one to insert comes before what its neighbour lies in by now, or last.
 */
export function allowMovedNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = (child) => {
    if (child.parentNode) removeChild.call(child.parentNode, child);
    return child;
  };
  Node.prototype.insertBefore = function (node, next) {
    let place: Node | null = next;
    while (place && place.parentNode !== this) place = place.parentNode;
    insertBefore.call(this, node, place);
    return node;
  };
}
