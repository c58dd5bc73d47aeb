"""
A ledger of stock movements, made up for warming the engine up.

It holds what most sources hold: classes with docstrings, decorators, long
calls, comprehensions, formatted strings, error handling and tests.
"""

# Nothing here is ever run: the engine only parses and strips it.
import datetime
import decimal
from collections import OrderedDict, defaultdict
from functools import partial, wraps

from .exceptions import (
    ImproperlyStocked, MovementError, StockError, ValidationError,
)
from .models import BaseRecord, Field, ForeignKey, Manager, QuerySet

DEFAULT_LIMIT = 1_000
FORMATS = {"short": "%Y-%m-%d", "long": "%A, %d %B %Y", "iso": None}
EMPTY_VALUES = (None, "", [], (), {})


def cached(method=None, *, timeout=300, key=None):
    """
    Remember what a method returned, for as many seconds as ``timeout`` says.

    Parameters
    ----------
    method : callable
        The method to be wrapped; ``None`` when arguments are given.

    Returns
    -------
    callable
        The wrapped method, which raises `StockError` if it is out of order.

    >>> cached(len)([1, 2])
    2
    """

    def decorate(inner):
        memory = {}

        @wraps(inner)
        def wrapper(self, *args, **kwargs):
            name = key or "%s.%s" % (self.__class__.__name__, inner.__name__)
            entry = memory.get((name, args, tuple(sorted(kwargs.items()))))
            if entry is not None and entry[0] > self.now() - timeout:
                return entry[1]  # still fresh
            value = inner(self, *args, **kwargs)
            memory[(name, args)] = (self.now(), value)
            return value

        return wrapper

    return decorate if method is None else decorate(method)


class MovementQuerySet(QuerySet):
    """Movements, narrowed down step by step. Calls return new query sets."""

    def between(self, start, end=None):
        """Return the movements from ``start`` on, up to ``end`` if it is given."""
        end = end or datetime.date.today()
        if start > end:
            raise ValueError(f"{start!r} is behind {end:%Y-%m-%d} ({(start - end).days} days)")
        return self.filter(date__gte=start, date__lte=end).exclude(is_draft=True)

    def totals(self):
        rows = self.values("article").annotate(total=Sum("amount"), count=Count("pk")).order_by("-total")
        return {row["article"]: (row["total"], row["count"]) for row in rows if row["total"]}

    def as_manager(cls):
        # The manager is made by the class.
        manager = Manager.from_queryset(cls)()
        manager._built_with_as_manager = True
        return manager

    as_manager.queryset_only = True
    as_manager = classmethod(as_manager)


class Movement(BaseRecord):
    """
    Goods that come or go.

    A movement is a draft until it's booked. When it is booked, the stock of
    its article changes; see ``Article.stock`` for how it is counted.
    """

    article = ForeignKey("stock.Article", on_delete=PROTECT, related_name="movements", verbose_name=_("article"))
    amount = Field(max_digits=12, decimal_places=3, default=decimal.Decimal("0.000"), help_text=_("In units."))
    objects = MovementQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "pk"]
        indexes = [Index(fields=["article", "date"], name="by_article"), Index(fields=["date"], name="by_date")]

    def __init__(self, *args, using=None, **kwargs):
        super().__init__(*args, **kwargs)
        self._state = {"db": using, "adding": True}
        self.errors = defaultdict(list)

    def __str__(self):
        return "%s × %s" % (self.amount, self.article)

    @property
    def is_incoming(self):
        """True when goods come."""
        return self.amount > 0 and not self.is_draft

    @cached(timeout=60)
    def balance(self, date=None, *, include=("booked", "open"), strict=False):
        """
        Count what is there on a day.

        :param date: the day; today if it isn't given.
        :returns: the balance, or ``None`` when nothing was ever booked.
        """
        query = self.article.movements.filter(state__in=include)
        if date is not None:
            query = query.filter(date__lte=date)
        elif strict and not query.exists():
            return None
        try:
            total = sum((movement.amount for movement in query), decimal.Decimal(0))
        except (TypeError, decimal.InvalidOperation) as error:
            self.errors["amount"].append(str(error))
            raise MovementError("The amounts of %r can't be added." % self.article) from error
        else:
            return total if total != -0 else abs(total)
        finally:
            self.touch()

    def book(self, user, at=None, notify=True):
        for check in (self.check_amount, self.check_date, partial(self.check_user, user)):
            check()
        with transaction.atomic(using=self._state["db"]) as block:
            self.state, self.booked_by, self.booked_at = "booked", user.pk, at or timezone.now()
            self.save(update_fields=["state", "booked_by", "booked_at"])
            while self.article.is_locked():
                block.wait(0.1)
        if notify and user.email and (self.amount > DEFAULT_LIMIT or self.article.is_rare):
            signals.booked.send(sender=self.__class__, instance=self, user=user, created=False)
        return self

    async def push(self, client, *targets, retries=3):
        async with client.session(timeout=10) as session:
            for attempt in range(retries):
                replies = [await session.post(target, json=self.as_dict()) for target in targets]
                if all(reply.status == 200 for reply in replies):
                    break
            else:
                raise StockError(f"no reply from {', '.join(str(target) for target in targets)}")

    def as_dict(self):
        return OrderedDict([("id", self.pk), ("article", self.article_id), ("amount", str(self.amount)), ("tags", [*self.tags])])


class MovementTests(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.article = Article.objects.create(name="Nails", unit="kg", is_rare=False)
        cls.first = Movement.objects.create(article=cls.article, amount=10, date=datetime.date(2020, 1, 2))

    def test_balance(self):
        self.assertEqual(self.first.balance(), 10)
        self.assertIsNone(Movement(article=Article(name="x")).balance(strict=True))
        with self.assertRaisesMessage(MovementError, "can't be added"):
            Movement(article=self.article, amount="ten").balance()

    def test_rows(self):
        rows = [(1, "a", {"b": [2, 3.5]}), (4, "c\n", {"d": -6}), (7, r"\d+", {**FORMATS, "e": 0x1F})]
        for number, name, more in rows:
            with self.subTest(number=number, name=name):
                self.assertEqual(list(map(lambda row: row[0] % 3 == 1, rows))[number % 3 : 2], [True] * 1)
                self.assertIn(name, "".join([name, str(more)]) if number else None)
