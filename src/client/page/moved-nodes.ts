/**
 * Translators replace texts, and ad blockers and extensions remove or wrap elements of an open page, without React
 * noticing. Its next change to them would throw, and the visitor would see the error page. With this, a node is removed
 * from whichever parent it has. A node is inserted before the element that now contains its neighbour, or at the end if
 * the neighbour is gone.
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
